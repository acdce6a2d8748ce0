// What is done with the game, by a person or by the program that plays along: the state changes,
// and is shown. No panel is known here, and no rule of any game: texts go to the server, texts and
// drawings come back.

import { dropWork, fillPlot, think } from './answer.js';
import { post } from './api.js';
import { attempt } from './attempt.js';
import { computersTurn, isOver, looks, now, save, state, view } from './state.js';

// What draws the page: `leave()` is called when another position is asked for, `position()` when
// it is there, `look()` when it is known what its moves lead to, `plot()` for values of others.
let page = null;

export function drawOn(given) {
  page = given;
}

// ---- Moves back and forth ------------------------------------------------------------------

function startFrom(question) {
  Object.assign(state, { positions: [question], moves: [], at: 0 });
}

export async function begin(question) {
  const position = await post('parse', { question });
  startFrom(position.question);
  view.edits = [];
  await show(position);
}

export function beginAgain() {
  startFrom(state.positions[0]);
  return show();
}

export async function playMove(mv) {
  const played = await post('play', { question: now(), moves: [mv] });
  await advance(mv, played);
}

async function advance(mv, played) {
  state.positions.splice(state.at + 1, Infinity, played.positions.at(-1));
  state.moves.splice(state.at, Infinity, mv);
  state.at += 1;
  await show(played.position);
}

export async function jump(at) {
  if (at < 0 || at >= state.positions.length) return;
  state.at = at;
  await show();
}

export function jumpToEnd() {
  return jump(state.positions.length - 1);
}

export function undo() {
  if (state.at > 0) {
    const back = state.mode === 'computer' && state.at > 1 && !computersTurn() ? 2 : 1;
    return jump(state.at - back);
  }
  const edit = view.edits.pop();
  if (!edit) return null;
  Object.assign(state, edit);
  return show();
}

export function redo() {
  const on = state.mode === 'computer' && !computersTurn() ? 2 : 1;
  return jump(Math.min(state.at + on, state.positions.length - 1));
}

// A game that begins with an edited position; undo goes back to what was played before.
export async function beginEdited(question) {
  view.edits.push({ positions: [...state.positions], moves: [...state.moves], at: state.at });
  const position = await post('parse', { question });
  startFrom(position.question);
  await show(position);
}

// ---- Who plays, and what is shown of it ----------------------------------------------------

export function setMode(mode) {
  if (state.mode === mode) return null;
  state.mode = mode;
  state.hints = mode === 'analyse';
  view.editing = false;
  return show();
}

export function setSeat(seat) {
  state.seat = seat;
  return show();
}

export function setStrength(strength) {
  state.strength = strength;
  save();
}

export function toggleHints() {
  state.hints = !state.hints;
  return show(view.position);
}

export function toggleEdit() {
  view.editing = !view.editing;
  view.brush = null;
  return show(view.position);
}

let replying = null;

// The program moves after a while, where it is its turn.
function reply() {
  if (!computersTurn() || isOver() || view.editing || state.at !== state.moves.length || state.at >= 500) return;
  const request = view.request;
  replying = setTimeout(() => attempt(async () => {
    const seed = Math.floor(Math.random() * 2 ** 48);
    const played = await post('reply', { question: now(), strength: state.strength, seed });
    if (request === view.request) await advance(played.move, played);
  }), state.mode === 'watch' ? 700 : 250);
}

// ---- Showing -------------------------------------------------------------------------------

// Shows the present position; asks the server for it where it is not at hand.
export async function show(position) {
  const request = ++view.request;
  dropWork();
  clearTimeout(replying);
  page.leave();
  const shown = position ?? await post('parse', { question: now() });
  if (request !== view.request) return;
  view.last = placeOfLast();
  view.position = shown;
  view.look = looks.get(now()) ?? null;
  page.position();
  save();
  reply();
  const wanted = state.hints || isOver();
  if (wanted && !view.look) await think(request, page.look);
  if (wanted && request === view.request) await fillPlot(request, page.plot);
}

// Where the last move went, from the position before it, if that is at hand.
function placeOfLast() {
  if (state.at === 0) return null;
  const mv = state.moves[state.at - 1];
  const before = state.positions[state.at - 1];
  const moves = view.position?.question === before ? view.position.moves : looks.get(before)?.moves;
  const found = moves?.find(({ move }) => move === mv);
  return found?.place ? { term: found.term, place: found.place } : null;
}
