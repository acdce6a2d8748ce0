// The boards of the position, and what can be done at their places: moves are played there, and
// while the board is edited, what stands there is changed.

import { post } from './api.js';
import { attempt } from './attempt.js';
import { Board } from './board.js';
import { $, button, make } from './dom.js';
import { beginEdited, playMove } from './game.js';
import { SHOWN, chip, describe } from './moves.js';
import { bestOutcome } from './outcome.js';
import { gameOf, mayMove, movesAt, movesHere, now, state, view } from './state.js';
import { gameText, t } from './texts.js';

// ---- Showing -------------------------------------------------------------------------------

function titleOf(term) {
  const [, ...rules] = term.name.split(':');
  const game = gameOf(term.name);
  const title = game ? gameText(game, 'title') : term.title;
  return rules.length ? `${title} (${rules.join(':')})` : title;
}

// Draws the boards of the position; the focus stays where it was.
export function showBoards() {
  const { terms } = view.position;
  const focused = document.activeElement?.closest?.('.spot');
  const again = focused && { term: view.boards.findIndex((b) => b.svg.contains(focused)), place: focused.dataset.place };
  view.boards = terms.map((term, i) => new Board(
    term.svg, `${i} ${term.name}`, t('about', { n: i + 1, title: titleOf(term) }),
    (place) => attempt(() => act(i, place)), (place) => tellAbout(i, place),
  ));
  $('boards').replaceChildren(...terms.map((term, i) => {
    const figure = make('figure');
    if (terms.length > 1) figure.append(make('figcaption', `${i + 1}. ${titleOf(term)}`));
    figure.append(view.boards[i].svg);
    if (term.note) figure.append(make('p', term.note, 'note'));
    return figure;
  }));
  if (again) view.boards[again.term]?.focus(again.place);
  if (view.last) view.boards[view.last.term]?.last(view.last.place);
}

// Opens the places where something can be done, with what it leads to where hints are on.
export function openPlaces() {
  view.boards.forEach((board, term) => board.open(view.editing ? editsOn(board) : choicesOn(term)));
  if (view.editing) showWholeBoards();
  else {
    const placeless = movesHere().filter((mv) => !mv.place);
    $('placeless').replaceChildren(make('small', t('placeless')), ...placeless.slice(0, SHOWN).map(chip));
    $('placeless').hidden = placeless.length === 0 || !mayMove();
  }
}

function editsOn(board) {
  return new Map([...board.spots.keys()].map((place) => [place, { label: t('edit') }]));
}

function choicesOn(term) {
  const choices = new Map();
  if (!mayMove()) return choices;
  const byPlace = new Map();
  for (const mv of movesHere()) {
    if (mv.term === term && mv.place) byPlace.set(mv.place, [...(byPlace.get(mv.place) ?? []), mv]);
  }
  for (const [place, here] of byPlace) {
    const outcome = state.hints ? bestOutcome(here) : undefined;
    const what = here.length === 1 ? t('playMove') : t('moveCount', { n: here.length });
    choices.set(place, { label: outcome ? `${what}, ${t(outcome)}` : what, outcome });
  }
  return choices;
}

// Tells in words about the place that is pointed at; nothing about none.
function tellAbout(term, place) {
  if (place === null) { $('tip').textContent = ''; return; }
  const words = [view.boards[term].spots.get(place)?.dataset.name ?? ''];
  const moves = movesAt(term, place);
  if (moves.length === 1) {
    if (state.hints && moves[0].outcome) words.push(describe(moves[0]));
  } else if (moves.length) {
    words.push(t('moveCount', { n: moves.length }));
    const winning = moves.filter((mv) => mv.outcome === 'win').length;
    if (state.hints && winning) words.push(t('winningMoves', { n: winning }));
  }
  $('tip').textContent = words.join(' · ');
}

// ---- Choosing ------------------------------------------------------------------------------

// A place was chosen: play there, or ask which move, or change what stands there.
function act(term, place) {
  if (view.editing) return editAt(term, place);
  if (!mayMove()) return null;
  const moves = movesAt(term, place);
  if (moves.length === 1) return playMove(moves[0].move);
  if (moves.length > 1) choose(t('choose'), moves.map(chip));
  return null;
}

function choose(title, buttons, note = '') {
  const box = $('chooser');
  const close = button('✕', closeChooser, 'chip');
  close.setAttribute('aria-label', 'Esc');
  box.setAttribute('role', 'group');
  box.setAttribute('aria-label', title);
  box.replaceChildren(make('small', note || title), ...buttons.slice(0, SHOWN), close);
  if (view.editing && view.brush) box.prepend(brushButton());
  box.hidden = false;
  buttons[0]?.focus({ preventScroll: false });
}

export function closeChooser() {
  $('chooser').hidden = true;
  if (view.editing) showWholeBoards();
}

// Nothing is chosen or told any longer: another position is to come.
export function leavePlaces() {
  $('chooser').hidden = true;
  $('tip').textContent = '';
}

// ---- Editing -------------------------------------------------------------------------------

// Changes a place, or with null the whole board: at once with a brush, else as is chosen.
async function editAt(term, place) {
  const body = { question: now(), term };
  if (place) body.place = place;
  const { edits } = await post('edit', body);
  const brushed = view.brush && edits.find(({ label }) => label === view.brush);
  if (brushed) return beginEdited(brushed.question);
  choose(t('chooseEdit'), edits.map(({ label, question }) => button(label, () => attempt(() => {
    view.brush = /^[+-]/.test(label) || !place ? null : label;
    return beginEdited(question);
  }), 'chip')), edits.length === 0 ? t('noEdits') : '');
  return null;
}

// The brush puts what was chosen last at every place; a press lays it down.
function brushButton() {
  return button(`✎ ${view.brush}`, () => { view.brush = null; closeChooser(); }, 'chip');
}

function showWholeBoards() {
  const { terms } = view.position;
  const box = $('placeless');
  box.replaceChildren(make('small', view.brush ? '' : t('editing')));
  if (view.brush) box.append(brushButton());
  terms.forEach((term, i) => {
    if (!term.edits) { box.append(make('small', t('noEdits'))); return; }
    const title = terms.length > 1 ? `${i + 1}. ${t('wholeBoard')}` : t('wholeBoard');
    box.append(button(title, () => attempt(() => editAt(i, null)), 'chip'));
  });
  box.hidden = false;
}
