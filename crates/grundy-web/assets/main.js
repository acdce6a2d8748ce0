// The page: what it draws when, what a person can do, and how it begins.

import { endWork, showAnswer } from './answer.js';
import { file, games, post } from './api.js';
import { browserLanguage, darkWanted, fillTexts, setColours, switchColours, switchLanguage } from './appearance.js';
import { attempt, on, onSubmit } from './attempt.js';
import { $, make } from './dom.js';
import { copy, download, savePng, saveSvg } from './files.js';
import {
  begin, beginAgain, drawOn, jump, jumpToEnd, playMove, redo, setMode, setSeat, setStrength, show, toggleEdit, toggleHints, undo,
} from './game.js';
import { fromLink, remember, remembered } from './link.js';
import { showMoves } from './moves.js';
import { listenOwn, setRules } from './own.js';
import { showControls, showHistory, showRules, showStatus } from './panels.js';
import { closeChooser, leavePlaces, openPlaces, showBoards } from './places.js';
import { showSequence } from './sequence.js';
import { gameOf, now, state, view } from './state.js';
import { showTable } from './table.js';
import { currentLanguage, gameText, setLanguage, t } from './texts.js';

// ---- Drawing -------------------------------------------------------------------------------

function drawLook() {
  openPlaces();
  showMoves();
  showStatus();
  showAnswer();
  showHistory();
}

function drawPosition() {
  showBoards();
  drawLook();
  showControls();
  showRules();
}

function translate() {
  fillTexts();
  const option = (value, text) => Object.assign(make('option', text), { value });
  $('strength').replaceChildren(option('100', t('perfect')), ...[90, 75, 50, 25, 0].map((n) => option(String(n), t('rate', { n }))));
  $('seat').replaceChildren(option('0', t('you')), option('1', t('machine')));
  $('game').replaceChildren(...view.catalogue.map((game) => option(game.name, gameText(game, 'title'))));
}

// ---- What a person can do ------------------------------------------------------------------

function listen() {
  listenForms();
  listenOwn();
  listenPlay();
  listenShare();
  on('language', 'click', () => {
    switchLanguage();
    remember('grundy.language', currentLanguage());
    translate();
    drawPosition();
  });
  on('theme', 'click', () => {
    switchColours();
    remember('grundy.theme', document.documentElement.dataset.theme);
  });
  addEventListener('hashchange', () => attempt(async () => { view.edits = []; if (await restore(location.hash)) await show(); }));
  addEventListener('keydown', keys);
}

function listenForms() {
  onSubmit('ask', () => $('question').value, begin);
  on('game', 'change', () => {
    $('question').blur();
    return begin(gameOf($('game').value).examples[0].question);
  });
  onSubmit('typed', () => $('move').value, async (mv) => {
    await playMove(mv);
    $('move').value = '';
  });
  onSubmit('sequenceForm', () => $('heapGame').value, async (question) => {
    showSequence($('sequenceView'), await post('sequence', { question, to: Number($('heapTo').value) }));
  });
  onSubmit('tableForm', () => $('template').value, async (question) => {
    const to = (id) => [1, Number($(id).value)];
    const ask = { question, rows: to('rowsTo'), columns: to('columnsTo') };
    const [table, pattern] = [await post('table', ask), await post('pattern', ask)];
    showTable($('tableView'), table, pattern, (cell) => attempt(() => begin(cell), cell));
  });
}

function listenPlay() {
  on('first', 'click', () => jump(0));
  on('undo', 'click', undo);
  on('redo', 'click', redo);
  on('last', 'click', jumpToEnd);
  on('hints', 'click', toggleHints);
  on('edit', 'click', toggleEdit);
  on('stop', 'click', endWork);
  on('again', 'click', beginAgain);
  on('strength', 'change', () => setStrength(Number($('strength').value)));
  on('seat', 'change', () => setSeat(Number($('seat').value)));
  for (const radio of document.querySelectorAll('input[name=mode]')) radio.addEventListener('change', () => attempt(() => setMode(radio.value)));
}

function listenShare() {
  on('copyLink', 'click', () => copy($('copyLink'), location.href));
  on('copyText', 'click', () => copy($('copyText'), now()));
  on('saveSvg', 'click', () => saveSvg(view.boards));
  on('savePng', 'click', () => savePng(view.boards, getComputedStyle($('table')).backgroundColor));
  on('saveLesson', 'click', async () => download(await file('lesson', { question: state.positions[0] }), 'lesson.html'));
}

function keys(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.('input, select, textarea')) return;
  if (event.key === 'Escape') { closeChooser(); return; }
  const action = {
    ArrowLeft: undo, ArrowRight: redo, Home: () => jump(0), End: jumpToEnd, h: toggleHints, e: toggleEdit,
  }[event.key];
  if (!action || (event.key.startsWith('Arrow') && event.target.closest?.('[role=radiogroup]'))) return;
  event.preventDefault();
  attempt(action);
}

// ---- Beginning -----------------------------------------------------------------------------

// Takes up what a link says; false where it says nothing.
async function restore(hash) {
  const kept = fromLink(hash);
  if (!kept) return false;
  setRules(kept.rules);
  const { question, moves } = kept;
  const played = await post('play', { question, moves }).catch((error) => { error.source = question; throw error; });
  Object.assign(state, { ...kept.state, positions: played.positions, moves });
  return true;
}

async function start() {
  setColours(remembered('grundy.theme'));
  darkWanted.addEventListener('change', () => { if (!remembered('grundy.theme')) setColours(); });
  setLanguage(remembered('grundy.language') ?? browserLanguage());
  translate();
  drawOn({ leave: leavePlaces, position: drawPosition, look: drawLook, plot: showHistory });
  listen();
  await attempt(async () => {
    view.catalogue = await games();
    translate();
    try {
      await restore(location.hash || remembered('grundy.state') || '');
    } catch (error) {
      await show();
      throw error;
    }
    await show();
  });
  document.documentElement.dataset.ready = 'yes';
}

start();
