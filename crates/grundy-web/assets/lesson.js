// A lesson: a game tree in one file, played through offline. The positions and what each move
// leads to are in the page; nothing is asked of any server.

import { Board, sign } from './board.js';
import { make } from './dom.js';
import { currentLanguage, setLanguage, t } from './texts.js';
import { showWhy } from './why.js';

const nodes = JSON.parse(document.getElementById('data').textContent);
const lesson = { path: [0], moves: [], at: 0, hints: true };
const id = (name) => document.getElementById(name);
const rank = { win: 3, draw: 2, loss: 1 };

function go(at) {
  if (at >= 0 && at < lesson.path.length) { lesson.at = at; draw(); }
}

function step(mv) {
  if (mv.to === null) return;
  lesson.path.splice(lesson.at + 1, Infinity, mv.to);
  lesson.moves.splice(lesson.at, Infinity, mv.move);
  go(lesson.at + 1);
}

function moveButton(mv) {
  const button = make('button', undefined, `chip ${lesson.hints && mv.outcome ? mv.outcome : ''}`);
  if (lesson.hints && mv.outcome) button.append(sign(mv.outcome));
  button.append(mv.move);
  if (lesson.hints && mv.leaves !== undefined) button.append(make('small', String(mv.leaves)));
  button.disabled = mv.to === null;
  button.addEventListener('click', () => step(mv));
  return button;
}

function draw() {
  const node = nodes[lesson.path[lesson.at]];
  id('question').textContent = node.question;
  id('chooser').hidden = true;
  const here = (term, place) => node.moves.filter((mv) => mv.term === term && mv.place === place);
  const boards = node.svg.map((svg, term) => {
    const act = (place) => {
      const moves = here(term, place);
      if (moves.length === 1) step(moves[0]);
      else if (moves.length) {
        id('chooser').replaceChildren(...moves.map(moveButton));
        id('chooser').hidden = false;
      }
    };
    const board = new Board(svg, String(term), t('board'), act, () => {});
    const choices = new Map();
    for (const place of board.spots.keys()) {
      const moves = here(term, place);
      if (!moves.length) continue;
      const best = moves.reduce((a, { outcome }) => ((rank[outcome] ?? 0) > (rank[a] ?? 0) ? outcome : a), undefined);
      const outcome = lesson.hints ? best : undefined;
      choices.set(place, { label: outcome ? t(outcome) : t('playMove'), outcome });
    }
    board.open(choices);
    return board.svg;
  });
  id('boards').replaceChildren(...boards);
  const moves = [...node.moves];
  if (lesson.hints) moves.sort((a, b) => (rank[b.outcome] ?? 0) - (rank[a.outcome] ?? 0));
  id('moves').replaceChildren(...(moves.length ? moves.map(moveButton) : [make('p', t('noMoves'))]));
  id('status').textContent = node.moves.length ? t(lesson.at % 2 ? 'secondMove' : 'firstMove') : t('over');
  const facts = [];
  if (node.nimber !== null) facts.push(`${t('nimber')} ${node.nimber}`);
  if (node.remoteness !== null) facts.push(t('plies', { n: node.remoteness }));
  const verdict = make('strong', node.outcome ? t(node.outcome) : t('unknown'), node.outcome ?? '');
  id('verdict').replaceChildren(...(lesson.hints ? [`${t('toMove')} `, verdict, facts.length ? `; ${facts.join('; ')}` : ''] : [t('hidden')]));
  id('whyPanel').hidden = !lesson.hints;
  showWhy(id('why'), { terms: node.why });
  id('history').replaceChildren(...lesson.path.map((_, i) => {
    const item = make('li');
    const button = make('button', i ? `${i}. ${lesson.moves[i - 1]}` : t('start'));
    if (i === lesson.at) button.setAttribute('aria-current', 'step');
    button.addEventListener('click', () => go(i));
    item.append(button);
    return item;
  }));
  id('first').disabled = id('undo').disabled = lesson.at === 0;
  id('redo').disabled = lesson.at === lesson.path.length - 1;
  id('hints').setAttribute('aria-pressed', String(lesson.hints));
}

function translate() {
  document.documentElement.lang = t('code');
  for (const node of document.querySelectorAll('[data-t]')) node.textContent = t(node.dataset.t);
  for (const node of document.querySelectorAll('[data-t-label]')) node.setAttribute('aria-label', t(node.dataset.tLabel));
  id('language').textContent = t('other');
  draw();
}

id('first').addEventListener('click', () => go(0));
id('undo').addEventListener('click', () => go(lesson.at - 1));
id('redo').addEventListener('click', () => go(lesson.at + 1));
id('hints').addEventListener('click', () => { lesson.hints = !lesson.hints; draw(); });
id('language').addEventListener('click', () => { setLanguage(currentLanguage() === 'zh' ? 'en' : 'zh'); translate(); });
const root = document.documentElement;
root.dataset.theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
id('theme').addEventListener('click', () => { root.dataset.theme = root.dataset.theme === 'dark' ? 'light' : 'dark'; });
setLanguage(navigator.language.startsWith('zh') ? 'zh' : 'en');
translate();
