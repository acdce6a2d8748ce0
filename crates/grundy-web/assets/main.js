// The page: a state, what it shows, and what a person does. It knows no rule of any game: texts
// go to the server, texts and drawings come back.

import { file, games, own, post, stream } from './api.js';
import { Board, sign } from './board.js';
import { make } from './dom.js';
import { complain, quiet } from './errors.js';
import { copy, download, savePng, saveSvg } from './files.js';
import { fromLink, link, remember, remembered } from './link.js';
import { showPlot } from './plot.js';
import { showSequence } from './sequence.js';
import { showTable } from './table.js';
import { currentLanguage, gameText, setLanguage, t, texts } from './texts.js';
import { showWhy } from './why.js';

const $ = (id) => document.getElementById(id);
const SHOWN = 200;

// What is played. `positions[i]` is the question after `moves.slice(0, i)`; `at` is what is shown.
const state = {
  positions: ['nim 3 4 5'], moves: [], at: 0, mode: 'analyse', seat: 0, strength: 100, hints: true,
};
const view = { position: null, look: null, boards: [], editing: false, brush: null, catalogue: [], request: 0, job: null, edits: [] };
const looks = new Map();

// ---- Small helpers -------------------------------------------------------------------------

function number(n) {
  return BigInt(n).toLocaleString(currentLanguage() === 'zh' ? 'zh-CN' : 'en');
}

function now() {
  return state.positions[state.at];
}

function computersTurn() {
  return state.mode === 'watch' || (state.mode === 'computer' && state.at % 2 !== state.seat);
}

function isOver() {
  return view.position?.complete && view.position.moves.length === 0;
}

// ---- Doing what a person asked for -----------------------------------------------------------

// Runs what a person asked for; the source is what an error's column points into.
async function attempt(action, source) {
  try {
    quiet();
    await action();
  } catch (error) {
    error.source ??= source;
    complain(error);
  }
}

// ---- Saving --------------------------------------------------------------------------------

function save() {
  const hash = link(state);
  if (location.hash !== hash) history.replaceState(null, '', hash);
  remember('grundy.state', hash);
}

async function restore(hash) {
  const kept = fromLink(hash);
  if (!kept) return false;
  setRules(kept.rules);
  const { question, moves } = kept;
  const played = await post('play', { question, moves }).catch((error) => { error.source = question; throw error; });
  Object.assign(state, { ...kept.state, positions: played.positions, moves });
  return true;
}

// ---- Doing ---------------------------------------------------------------------------------

async function begin(question) {
  const position = await post('parse', { question });
  Object.assign(state, { positions: [position.question], moves: [], at: 0 });
  view.edits = [];
  await show(position);
}

async function playMove(mv) {
  const played = await post('play', { question: now(), moves: [mv] });
  await advance(mv, played);
}

async function advance(mv, played) {
  state.positions.splice(state.at + 1, Infinity, played.positions.at(-1));
  state.moves.splice(state.at, Infinity, mv);
  state.at += 1;
  await show(played.position);
}

async function jump(at) {
  if (at < 0 || at >= state.positions.length) return;
  state.at = at;
  await show();
}

function undo() {
  if (state.at > 0) {
    const back = state.mode === 'computer' && state.at > 1 && !computersTurn() ? 2 : 1;
    return jump(state.at - back);
  }
  const edit = view.edits.pop();
  if (!edit) return null;
  Object.assign(state, edit);
  return show();
}

function redo() {
  const on = state.mode === 'computer' && !computersTurn() ? 2 : 1;
  return jump(Math.min(state.at + on, state.positions.length - 1));
}

let replying = null;

async function reply() {
  clearTimeout(replying);
  if (!computersTurn() || isOver() || view.editing || state.at !== state.moves.length || state.at >= 500) return;
  const request = view.request;
  replying = setTimeout(() => attempt(async () => {
    if (request !== view.request) return;
    const seed = Math.floor(Math.random() * 2 ** 48);
    const played = await post('reply', { question: now(), strength: state.strength, seed });
    if (request === view.request) await advance(played.move, played);
  }), state.mode === 'watch' ? 700 : 250);
}

// A place was chosen: play there, or ask which move, or change what stands there.
async function act(term, place) {
  if (view.editing) return editAt(term, place);
  if (computersTurn() && state.mode !== 'watch') return null;
  const moves = movesAt(term, place);
  if (moves.length === 1) return playMove(moves[0].move);
  if (moves.length > 1) choose(t('choose'), moves.map((mv) => chip(mv)));
  return null;
}

async function editAt(term, place) {
  const body = { question: now(), term };
  if (place) body.place = place;
  const { edits } = await post('edit', body);
  const brushed = view.brush && edits.find(({ label }) => label === view.brush);
  if (brushed) return edited(brushed.question);
  choose(t('chooseEdit'), edits.map(({ label, question }) => {
    const button = make('button', label, 'chip');
    button.type = 'button';
    button.addEventListener('click', () => attempt(() => {
      view.brush = /^[+-]/.test(label) || !place ? null : label;
      return edited(question);
    }));
    return button;
  }), edits.length === 0 ? t('noEdits') : '');
  return null;
}

async function edited(question) {
  view.edits.push({ positions: [...state.positions], moves: [...state.moves], at: state.at });
  const position = await post('parse', { question });
  Object.assign(state, { positions: [position.question], moves: [], at: 0 });
  await show(position);
}

// ---- Showing -------------------------------------------------------------------------------

function movesAt(term, place) {
  const moves = (state.hints && view.look?.moves) || view.position.moves;
  return moves.filter((mv) => mv.term === term && mv.place === place);
}

function choose(title, buttons, note = '') {
  const box = $('chooser');
  const close = make('button', '✕', 'chip');
  close.type = 'button';
  close.setAttribute('aria-label', 'Esc');
  close.addEventListener('click', unchoose);
  box.setAttribute('role', 'group');
  box.setAttribute('aria-label', title);
  box.replaceChildren(make('small', note || title), ...buttons.slice(0, SHOWN), close);
  if (view.editing && view.brush) box.prepend(brushButton());
  box.hidden = false;
  buttons[0]?.focus({ preventScroll: false });
}

function brushButton() {
  const button = make('button', `✎ ${view.brush}`, 'chip');
  button.type = 'button';
  button.addEventListener('click', () => { view.brush = null; unchoose(); });
  return button;
}

function unchoose() {
  $('chooser').hidden = true;
  if (view.editing) wholeBoard();
}

function describe(mv) {
  const words = [];
  if (mv.outcome) words.push(t(mv.outcome));
  const value = mv.value ?? mv.leaves;
  if (value !== undefined) words.push(t('leaves', { n: value }));
  if (mv.remoteness !== undefined) words.push(t('after', { n: mv.remoteness }));
  return words.join(' · ');
}

function chip(mv) {
  const button = make('button', undefined, `chip ${state.hints && mv.outcome ? mv.outcome : ''}`);
  button.type = 'button';
  if (state.hints && mv.outcome) {
    button.append(sign(mv.outcome));
    button.title = describe(mv);
  }
  button.append(mv.move);
  if (state.hints && mv.outcome) {
    const value = make('small', String(mv.value ?? mv.leaves ?? mv.remoteness ?? ''));
    value.setAttribute('aria-hidden', 'true');
    button.append(value, make('span', describe(mv), 'heard'));
  }
  button.addEventListener('click', () => attempt(() => playMove(mv.move)));
  const light = (on) => () => view.boards[mv.term]?.light(new Set(on && mv.place ? [mv.place] : []));
  button.addEventListener('pointerenter', light(true));
  button.addEventListener('pointerleave', light(false));
  button.addEventListener('focus', light(true));
  button.addEventListener('blur', light(false));
  return button;
}

const rank = { win: 3, draw: 2, loss: 1 };

function best(moves) {
  return moves.reduce((a, mv) => ((rank[mv.outcome] ?? 0) > (rank[a] ?? 0) ? mv.outcome : a), undefined);
}

function tellAbout(term, place) {
  if (place === null) { $('tip').textContent = ''; return; }
  const name = view.boards[term].spots.get(place)?.dataset.name ?? '';
  const moves = movesAt(term, place);
  let text = name;
  if (moves.length === 1) text += state.hints && moves[0].outcome ? ` · ${describe(moves[0])}` : '';
  else if (moves.length) {
    text += ` · ${t('moveCount', { n: moves.length })}`;
    const winning = moves.filter((mv) => mv.outcome === 'win').length;
    if (state.hints && winning) text += ` · ${t('winningMoves', { n: winning })}`;
  }
  $('tip').textContent = text;
}

function wholeBoard() {
  const box = $('placeless');
  box.replaceChildren(make('small', view.brush ? '' : t('editing')));
  if (view.brush) box.append(brushButton());
  view.position.terms.forEach((term, i) => {
    if (!term.edits) { box.append(make('small', t('noEdits'))); return; }
    const button = make('button', view.position.terms.length > 1 ? `${i + 1}. ${t('wholeBoard')}` : t('wholeBoard'), 'chip');
    button.type = 'button';
    button.addEventListener('click', () => attempt(() => editAt(i, null)));
    box.append(button);
  });
  box.hidden = false;
}

// Draws the boards of the position.
function showBoards() {
  const { position } = view;
  const focused = document.activeElement?.closest?.('.spot');
  const again = focused && { term: view.boards.findIndex((b) => b.svg.contains(focused)), place: focused.dataset.place };
  view.boards = position.terms.map((term, i) => new Board(
    term.svg, `${i} ${term.name}`, t('about', { n: i + 1, title: titleOf(term) }),
    (place) => attempt(() => act(i, place)), (place) => tellAbout(i, place),
  ));
  $('boards').replaceChildren(...position.terms.map((term, i) => {
    const figure = make('figure');
    if (position.terms.length > 1) figure.append(make('figcaption', `${i + 1}. ${titleOf(term)}`));
    figure.append(view.boards[i].svg);
    if (term.note) figure.append(make('p', term.note, 'note'));
    return figure;
  }));
  if (again) view.boards[again.term]?.focus(again.place);
  const last = state.at > 0 && lastPlace;
  if (last) view.boards[last.term]?.last(last.place);
}

let lastPlace = null;

function titleOf(term) {
  const name = term.name.split(':')[0];
  const game = view.catalogue.find((game) => game.name === name);
  const title = game ? gameText(game, 'title') : term.title;
  return term.name.includes(':') ? `${title} (${term.name.split(':').slice(1).join(':')})` : title;
}

// Opens the places moves go to, with what they lead to where hints are on.
function showChoices() {
  const moves = (state.hints && view.look?.moves) || view.position.moves;
  const mine = !computersTurn() || state.mode === 'watch';
  view.boards.forEach((board, term) => {
    const choices = new Map();
    if (view.editing) {
      for (const place of board.spots.keys()) choices.set(place, { label: t('edit') });
    } else if (mine) {
      const at = new Map();
      for (const mv of moves) {
        if (mv.term === term && mv.place) at.set(mv.place, [...(at.get(mv.place) ?? []), mv]);
      }
      for (const [place, here] of at) {
        const outcome = state.hints ? best(here) : undefined;
        const what = here.length === 1 ? t('playMove') : t('moveCount', { n: here.length });
        choices.set(place, { label: outcome ? `${what}, ${t(outcome)}` : what, outcome });
      }
    }
    board.open(choices);
  });
  const placeless = moves.filter((mv) => !mv.place);
  if (view.editing) wholeBoard();
  else {
    $('placeless').replaceChildren(make('small', t('placeless')), ...placeless.slice(0, SHOWN).map(chip));
    $('placeless').hidden = placeless.length === 0 || !mine;
  }
  const list = [...moves].sort((a, b) => (state.hints ? (rank[b.outcome] ?? 0) - (rank[a.outcome] ?? 0) : 0));
  const shown = list.slice(0, SHOWN);
  const nodes = shown.map((mv) => chip(mv));
  if (moves.length === 0) nodes.push(make('p', t('noMoves')));
  if (list.length > SHOWN) nodes.push(make('p', t('moreShown', { n: list.length - SHOWN })));
  if (!view.position.complete) nodes.push(make('p', t('moreMoves')));
  $('moves').replaceChildren(...nodes);
}

function showStatus() {
  let text;
  if (isOver()) {
    const outcome = view.look?.outcome;
    if (!outcome) text = t('over');
    else if (outcome === 'draw') text = `${t('drawn')}: ${t('noMoves')}`;
    else {
      const winner = outcome === 'win' ? state.at % 2 : 1 - (state.at % 2);
      const who = state.mode === 'computer'
        ? (winner === state.seat ? 'youWin' : 'machineWins')
        : (winner === 0 ? 'firstWins' : 'secondWins');
      text = `${t(who)}: ${t('noMoves')}`;
    }
  } else if (view.editing) text = t('editing');
  else if (state.mode === 'computer') text = computersTurn() ? t('thinking') : t('yourMove');
  else text = t(state.at % 2 === 0 ? 'firstMove' : 'secondMove');
  $('status').textContent = text;
}

function showAnswer() {
  const { look } = view;
  const box = $('verdict');
  $('legend').hidden = !state.hints;
  $('whyPanel').hidden = !state.hints;
  if (!state.hints) { box.textContent = t('hidden'); return; }
  if (!look) { box.textContent = '…'; $('why').replaceChildren(); return; }
  const words = [];
  const value = look.value ?? look.nimber;
  if (value !== null) words.push(`${t('nimber')} ${value}`);
  else if (look.outcome === 'win' && look.remoteness === null && look.value === null) words.push(t('nimberNotZero'));
  if (look.remoteness !== null) words.push(t('plies', { n: look.remoteness }));
  if (look.limit) words.push(t({ nodes: 'limitNodes', memory: 'limitMemory' }[look.limit] ?? 'limitStopped'));
  box.replaceChildren(`${t('toMove')} `);
  const verdict = make('strong', look.outcome ? t(look.outcome) : t('unknown'), look.outcome ?? '');
  box.append(verdict, words.length ? `; ${words.join('; ')}` : '');
  showWhy($('why'), look);
}

function showHistory() {
  const items = state.positions.map((_, i) => {
    const item = make('li');
    const button = make('button', i === 0 ? t('start') : `${i}. ${state.moves[i - 1]}`);
    button.type = 'button';
    if (i === state.at) button.setAttribute('aria-current', 'step');
    button.addEventListener('click', () => attempt(() => jump(i)));
    item.append(button);
    return item;
  });
  $('history').replaceChildren(...items);
  $('plot').hidden = !state.hints;
  if (state.hints) showPlot($('plot'), state.positions.map((q) => looks.get(q)), state.at, (i) => attempt(() => jump(i)));
}

function showControls() {
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

function showRules() {
  const names = [...new Set(view.position.terms.map((term) => term.name.split(':')[0]))];
  const nodes = names.flatMap((name) => {
    const game = view.catalogue.find((known) => known.name === name);
    if (!game) return [];
    const field = (key, text) => {
      const p = make('p');
      p.append(make('strong', `${t(key)}: `), text);
      return p;
    };
    const list = make('ul');
    for (const { question, shows } of game.examples) {
      const item = make('li');
      const a = make('a', question);
      a.href = `#q=${encodeURIComponent(question)}`;
      item.append(a, ` — ${shows}`);
      list.append(item);
    }
    const variants = make('ul');
    for (const { rules, meaning } of game.variants) variants.append(make('li', `${game.name}:${rules} — ${meaning}`));
    return [
      make('p', gameText(game, 'title')), make('p', gameText(game, 'rules')),
      ...(game.variants.length ? [field('variants', ''), variants] : []),
      field('position', game.position), field('notation', game.moves), field('examples', ''), list,
      field('source', game.source),
    ];
  });
  $('rules').replaceChildren(...nodes);
}

// Shows the present position; asks the server for it where it is not at hand.
async function show(position) {
  const request = ++view.request;
  stopWork();
  clearTimeout(replying);
  $('chooser').hidden = true;
  $('tip').textContent = '';
  let got = position;
  if (!got) got = await post('parse', { question: now() });
  if (request !== view.request) return;
  lastPlace = placeOfLast();
  view.position = got;
  view.look = looks.get(now()) ?? null;
  showBoards();
  showAll();
  save();
  const wanted = state.hints || isOver();
  await Promise.all([reply(), wanted && !view.look ? think(request) : null]);
  if (request === view.request && wanted) await fillPlot(request);
}

function showAll() {
  showChoices();
  showStatus();
  showAnswer();
  showHistory();
  showControls();
  showRules();
}

// Where the last move went, from the position before it, if that is at hand.
function placeOfLast() {
  if (state.at === 0) return null;
  const mv = state.moves[state.at - 1];
  const before = view.position?.question === state.positions[state.at - 1] ? view.position.moves : looks.get(state.positions[state.at - 1])?.moves;
  const found = before?.find(({ move }) => move === mv);
  return found?.place ? { term: found.term, place: found.place } : null;
}

// Asks what every move leads to.
async function think(request) {
  const question = now();
  const job = `${Date.now()}-${Math.random().toString(36).slice(2)}`;
  const control = new AbortController();
  view.job = { job, control };
  $('answer').setAttribute('aria-busy', 'true');
  const slow = setTimeout(() => tellProgress({ nodes: 0 }), 400);
  try {
    const look = await stream('moves', { question, job }, tellProgress, control.signal);
    if (!look.limit) remembers(question, look);
    if (request !== view.request) return;
    view.look = look;
    if (look.limit) looks.delete(question);
    showChoices();
    showStatus();
    showAnswer();
    showHistory();
  } finally {
    clearTimeout(slow);
    if (view.job?.job === job) {
      view.job = null;
      $('progress').hidden = true;
      $('answer').setAttribute('aria-busy', 'false');
    }
  }
}

function remembers(question, look) {
  looks.set(question, look);
  if (looks.size > 500) looks.delete(looks.keys().next().value);
}

function tellProgress({ nodes }) {
  $('progress').hidden = false;
  $('progress').firstElementChild.textContent = t('working', { n: number(nodes) });
}

function stopWork() {
  view.job?.control.abort();
  view.job = null;
  $('progress').hidden = true;
}

// The plot wants the values of the positions before.
async function fillPlot(request) {
  for (const question of state.positions.slice(-60)) {
    if (request !== view.request) return;
    if (looks.has(question)) continue;
    const look = await post('moves', { question, time: 200 });
    if (!look.limit) { remembers(question, look); if (request === view.request) showHistory(); }
  }
}

// ---- Texts and colours ---------------------------------------------------------------------

function translate() {
  document.documentElement.lang = t('code');
  for (const node of document.querySelectorAll('[data-t]')) node.textContent = t(node.dataset.t);
  for (const node of document.querySelectorAll('[data-t-label]')) {
    node.setAttribute('aria-label', t(node.dataset.tLabel));
    node.title = t(node.dataset.tLabel);
  }
  $('language').textContent = t('other');
  $('language').lang = currentLanguage() === 'zh' ? 'en' : 'zh-CN';
  const option = (value, text) => Object.assign(make('option', text), { value });
  $('strength').replaceChildren(option('100', t('perfect')), ...[90, 75, 50, 25, 0].map((n) => option(String(n), t('rate', { n }))));
  $('seat').replaceChildren(option('0', t('you')), option('1', t('machine')));
  $('game').replaceChildren(...view.catalogue.map((game) => option(game.name, gameText(game, 'title'))));
}

function colours(theme) {
  document.documentElement.dataset.theme = theme;
}

// ---- Beginning -----------------------------------------------------------------------------

function setMode(mode) {
  if (state.mode === mode) return null;
  state.mode = mode;
  state.hints = mode === 'analyse';
  view.editing = false;
  return show();
}

function listen() {
  const on = (id, event, action) => $(id).addEventListener(event, (e) => attempt(() => action(e)));
  $('ask').addEventListener('submit', (event) => {
    event.preventDefault();
    const question = $('question').value;
    attempt(() => begin(question), question);
  });
  on('game', 'change', () => {
    const game = view.catalogue.find(({ name }) => name === $('game').value);
    $('question').blur();
    return begin(game.examples[0].question);
  });
  $('ownForm').addEventListener('submit', (event) => {
    event.preventDefault();
    const question = `@rules ${$('ownStart').value}`.trim();
    attempt(() => { setRules($('ownRules').value); return begin(question); }, question);
  });
  on('ownFile', 'change', async () => {
    const [chosen] = $('ownFile').files;
    if (chosen) $('ownRules').value = await chosen.text();
  });
  $('typed').addEventListener('submit', (event) => {
    event.preventDefault();
    const mv = $('move').value;
    attempt(async () => {
      await playMove(mv);
      $('move').value = '';
    }, mv);
  });
  $('sequenceForm').addEventListener('submit', (event) => {
    event.preventDefault();
    const question = $('heapGame').value;
    attempt(async () => showSequence($('sequenceView'), await post('sequence', { question, to: Number($('heapTo').value) })), question);
  });
  $('tableForm').addEventListener('submit', (event) => {
    event.preventDefault();
    const question = $('template').value;
    attempt(async () => {
      const to = (id) => [1, Number($(id).value)];
      const ask = { question, rows: to('rowsTo'), columns: to('columnsTo') };
      const [table, pattern] = [await post('table', ask), await post('pattern', ask)];
      showTable($('tableView'), table, pattern, (cell) => attempt(() => begin(cell), cell));
    }, question);
  });
  on('first', 'click', () => jump(0));
  on('undo', 'click', undo);
  on('redo', 'click', redo);
  on('last', 'click', () => jump(state.positions.length - 1));
  on('hints', 'click', toggleHints);
  on('edit', 'click', toggleEdit);
  on('stop', 'click', () => view.job && post('stop', { job: view.job.job }));
  on('again', 'click', () => { Object.assign(state, { positions: state.positions.slice(0, 1), moves: [], at: 0 }); return show(); });
  on('strength', 'change', () => { state.strength = Number($('strength').value); save(); });
  on('seat', 'change', () => { state.seat = Number($('seat').value); return show(); });
  for (const radio of document.querySelectorAll('input[name=mode]')) radio.addEventListener('change', () => attempt(() => setMode(radio.value)));
  on('copyLink', 'click', () => copy($('copyLink'), location.href));
  on('copyText', 'click', () => copy($('copyText'), now()));
  on('saveSvg', 'click', () => saveSvg(view.boards));
  on('savePng', 'click', () => savePng(view.boards, getComputedStyle($('table')).backgroundColor));
  on('saveLesson', 'click', async () => download(await file('lesson', { question: state.positions[0] }), 'lesson.html'));
  on('language', 'click', () => {
    setLanguage(currentLanguage() === 'zh' ? 'en' : 'zh');
    remember('grundy.language', currentLanguage());
    translate();
    showBoards();
    showAll();
  });
  on('theme', 'click', () => {
    const theme = document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark';
    colours(theme);
    remember('grundy.theme', theme);
  });
  addEventListener('hashchange', () => attempt(async () => { view.edits = []; if (await restore(location.hash)) await show(); }));
  addEventListener('keydown', keys);
}

// Rules of one's own: what is known of positions under other rules is forgotten.
function setRules(rules) {
  if (rules === undefined || rules === own.rules) return;
  own.rules = rules;
  looks.clear();
  $('ownRules').value = rules;
  $('ownPanel').open = true;
}

function toggleHints() {
  state.hints = !state.hints;
  return show(view.position);
}

function toggleEdit() {
  view.editing = !view.editing;
  view.brush = null;
  return show(view.position);
}

function keys(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.('input, select, textarea')) return;
  if (event.key === 'Escape') { unchoose(); return; }
  const action = {
    ArrowLeft: undo, ArrowRight: redo, Home: () => jump(0), End: () => jump(state.positions.length - 1),
    h: toggleHints, e: toggleEdit,
  }[event.key];
  if (!action || (event.key.startsWith('Arrow') && event.target.closest?.('[role=radiogroup]'))) return;
  event.preventDefault();
  attempt(action);
}

async function start() {
  const theme = remembered('grundy.theme');
  const dark = matchMedia('(prefers-color-scheme: dark)');
  colours(theme ?? (dark.matches ? 'dark' : 'light'));
  dark.addEventListener('change', () => { if (!remembered('grundy.theme')) colours(dark.matches ? 'dark' : 'light'); });
  const language = remembered('grundy.language') ?? (navigator.language.startsWith('zh') ? 'zh' : 'en');
  setLanguage(texts[language] ? language : 'en');
  translate();
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
