// What stands around the board: whose turn it is, the game so far, the controls, the rules.

import { attempt } from './attempt.js';
import { $, make } from './dom.js';
import { jump } from './game.js';
import { showPlot } from './plot.js';
import { computersTurn, gameOf, isOver, looks, now, state, view } from './state.js';
import { showSteps } from './steps.js';
import { gameText, t } from './texts.js';

export function showStatus() {
  let text;
  if (isOver()) text = ending(view.look?.outcome);
  else if (view.editing) text = t('editing');
  else if (state.mode === 'computer') text = computersTurn() ? t('thinking') : t('yourMove');
  else text = t(state.at % 2 === 0 ? 'firstMove' : 'secondMove');
  $('status').textContent = text;
}

// How the game has ended; the outcome is that of the player who cannot move.
function ending(outcome) {
  if (!outcome) return t('over');
  if (outcome === 'draw') return `${t('drawn')}: ${t('noMoves')}`;
  const winner = outcome === 'win' ? state.at % 2 : 1 - (state.at % 2);
  const who = state.mode === 'computer'
    ? (winner === state.seat ? 'youWin' : 'machineWins')
    : (winner === 0 ? 'firstWins' : 'secondWins');
  return `${t(who)}: ${t('noMoves')}`;
}

export function showHistory() {
  const go = (i) => attempt(() => jump(i));
  showSteps($('history'), state.moves, state.at, go);
  $('plot').hidden = !state.hints;
  if (state.hints) showPlot($('plot'), state.positions.map((q) => looks.get(q)), state.at, go);
}

export function showControls() {
  $('first').disabled = $('undo').disabled = state.at === 0 && view.edits.length === 0;
  $('redo').disabled = $('last').disabled = state.at === state.positions.length - 1;
  $('hints').setAttribute('aria-pressed', String(state.hints));
  $('edit').setAttribute('aria-pressed', String(view.editing));
  document.querySelector(`input[name=mode][value=${state.mode}]`).checked = true;
  $('opponent').hidden = state.mode === 'analyse' || state.mode === 'friend';
  $('seats').hidden = state.mode !== 'computer';
  $('strength').value = String(state.strength);
  if ($('strength').selectedIndex < 0) $('strength').selectedIndex = 0;
  $('seat').value = String(state.seat);
  if (document.activeElement !== $('question')) $('question').value = now();
  const name = now().split(/[: ]/)[0];
  if (document.activeElement !== $('template')) $('template').value = view.position.terms[0].name;
  if ([...$('game').options].some((option) => option.value === name)) $('game').value = name;
}

export function showRules() {
  const games = new Set(view.position.terms.map((term) => gameOf(term.name)));
  $('rules').replaceChildren(...[...games].filter(Boolean).flatMap(rulesOf));
}

function rulesOf(game) {
  const field = (key, text) => {
    const p = make('p');
    p.append(make('strong', `${t(key)}: `), text);
    return p;
  };
  const examples = make('ul');
  for (const { question, shows } of game.examples) {
    const item = make('li');
    const a = make('a', question);
    a.href = `#q=${encodeURIComponent(question)}`;
    item.append(a, ` — ${shows}`);
    examples.append(item);
  }
  const variants = make('ul');
  for (const { rules, meaning } of game.variants) variants.append(make('li', `${game.name}:${rules} — ${meaning}`));
  return [
    make('p', gameText(game, 'title')), make('p', gameText(game, 'rules')),
    ...(game.variants.length ? [field('variants', ''), variants] : []),
    field('position', game.position), field('notation', game.moves), field('examples', ''), examples,
    field('source', game.source),
  ];
}
