// The state that the page's modules share: what is played, what is shown of it, and what is known
// of positions. Whoever changes it shows it afterwards (`show` in game.js) or saves it.

import { link, remember } from './link.js';

// What is played; a link holds it. `positions[i]` is the question after `moves.slice(0, i)`;
// `at` is what is shown.
export const state = {
  positions: ['nim 3 4 5'], moves: [], at: 0, mode: 'analyse', seat: 0, strength: 100, hints: true,
};

// What is shown: the server's form of the position, what its moves lead to (null until it is
// known), its boards, and the place of the last move. `request` counts what was asked for: an
// answer to an older one comes too late. `edits` are the states before each edit.
export const view = {
  position: null, look: null, boards: [], last: null, editing: false, brush: null, edits: [],
  catalogue: [], request: 0, job: null,
};

// What moves lead to, by question.
export const looks = new Map();

export function keepLook(question, look) {
  looks.set(question, look);
  if (looks.size > 500) looks.delete(looks.keys().next().value);
}

// The question that is shown.
export function now() {
  return state.positions[state.at];
}

export function computersTurn() {
  return state.mode === 'watch' || (state.mode === 'computer' && state.at % 2 !== state.seat);
}

// Whether a person may move here.
export function mayMove() {
  return !computersTurn() || state.mode === 'watch';
}

export function isOver() {
  return view.position?.complete && view.position.moves.length === 0;
}

// The moves, with what they lead to where that is known and hints are on.
export function movesHere() {
  return (state.hints && view.look?.moves) || view.position.moves;
}

export function movesAt(term, place) {
  return movesHere().filter((mv) => mv.term === term && mv.place === place);
}

// A game of the catalogue, by the first part of a term's name.
export function gameOf(name) {
  return view.catalogue.find((game) => game.name === name.split(':')[0]);
}

export function save() {
  const hash = link(state);
  if (location.hash !== hash) history.replaceState(null, '', hash);
  remember('grundy.state', hash);
}
