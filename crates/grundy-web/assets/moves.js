// Moves as buttons: where hints are on, with what they lead to in colour, sign and words.

import { attempt } from './attempt.js';
import { $, button, make } from './dom.js';
import { playMove } from './game.js';
import { bestFirst, sign } from './outcome.js';
import { movesHere, state, view } from './state.js';
import { t } from './texts.js';

// As many are shown at once.
export const SHOWN = 200;

// What a move leads to, in words.
export function describe(mv) {
  const words = [];
  if (mv.outcome) words.push(t(mv.outcome));
  const value = mv.value ?? mv.leaves;
  if (value !== undefined) words.push(t('leaves', { n: value }));
  if (mv.remoteness !== undefined) words.push(t('after', { n: mv.remoteness }));
  return words.join(' · ');
}

export function chip(mv) {
  const hinted = state.hints && mv.outcome;
  const made = button(undefined, () => attempt(() => playMove(mv.move)), `chip ${hinted ? mv.outcome : ''}`);
  made.append(mv.move);
  if (hinted) {
    made.prepend(sign(mv.outcome));
    made.title = describe(mv);
    const value = make('small', String(mv.value ?? mv.leaves ?? mv.remoteness ?? ''));
    value.setAttribute('aria-hidden', 'true');
    made.append(value, make('span', describe(mv), 'heard'));
  }
  const light = (on) => () => view.boards[mv.term]?.light(new Set(on && mv.place ? [mv.place] : []));
  made.addEventListener('pointerenter', light(true));
  made.addEventListener('pointerleave', light(false));
  made.addEventListener('focus', light(true));
  made.addEventListener('blur', light(false));
  return made;
}

// The list of all moves, the best first where hints are on.
export function showMoves() {
  const moves = state.hints ? bestFirst(movesHere()) : movesHere();
  const nodes = moves.slice(0, SHOWN).map((mv) => chip(mv));
  if (moves.length === 0) nodes.push(make('p', t('noMoves')));
  if (moves.length > SHOWN) nodes.push(make('p', t('moreShown', { n: moves.length - SHOWN })));
  if (!view.position.complete) nodes.push(make('p', t('moreMoves')));
  $('moves').replaceChildren(...nodes);
}
