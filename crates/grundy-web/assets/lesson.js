// A lesson: a game tree in one file, played through offline. The positions and what each move
// leads to are in the page; nothing is asked of any server.

import { browserLanguage, fillTexts, setColours, switchColours, switchLanguage } from './appearance.js';
import { Board } from './board.js';
import { $, button, make } from './dom.js';
import { bestFirst, bestOutcome, sign } from './outcome.js';
import { showSteps } from './steps.js';
import { setLanguage, t } from './texts.js';
import { showVerdict, showWhy } from './why.js';

const nodes = JSON.parse($('data').textContent);
const lesson = { path: [0], moves: [], at: 0, hints: true };

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
  const made = button(undefined, () => step(mv), `chip ${lesson.hints && mv.outcome ? mv.outcome : ''}`);
  if (lesson.hints && mv.outcome) made.append(sign(mv.outcome));
  made.append(mv.move);
  if (lesson.hints && mv.leaves !== undefined) made.append(make('small', String(mv.leaves)));
  made.disabled = mv.to === null;
  return made;
}

function drawBoard(node, svg, term) {
  const here = (place) => node.moves.filter((mv) => mv.term === term && mv.place === place);
  const act = (place) => {
    const moves = here(place);
    if (moves.length === 1) step(moves[0]);
    else if (moves.length) {
      $('chooser').replaceChildren(...moves.map(moveButton));
      $('chooser').hidden = false;
    }
  };
  const board = new Board(svg, String(term), t('board'), act, () => {});
  const choices = new Map();
  for (const place of board.spots.keys()) {
    const moves = here(place);
    if (!moves.length) continue;
    const outcome = lesson.hints ? bestOutcome(moves) : undefined;
    choices.set(place, { label: outcome ? t(outcome) : t('playMove'), outcome });
  }
  board.open(choices);
  return board.svg;
}

function draw() {
  const node = nodes[lesson.path[lesson.at]];
  $('question').textContent = node.question;
  $('chooser').hidden = true;
  $('boards').replaceChildren(...node.svg.map((svg, term) => drawBoard(node, svg, term)));
  const moves = lesson.hints ? bestFirst(node.moves) : node.moves;
  $('moves').replaceChildren(...(moves.length ? moves.map(moveButton) : [make('p', t('noMoves'))]));
  $('status').textContent = moves.length ? t(lesson.at % 2 ? 'secondMove' : 'firstMove') : t('over');
  const facts = [];
  if (node.nimber !== null) facts.push(`${t('nimber')} ${node.nimber}`);
  if (node.remoteness !== null) facts.push(t('plies', { n: node.remoteness }));
  if (lesson.hints) showVerdict($('verdict'), node.outcome, facts);
  else $('verdict').textContent = t('hidden');
  $('whyPanel').hidden = !lesson.hints;
  showWhy($('why'), { terms: node.why });
  showSteps($('history'), lesson.moves, lesson.at, go);
  $('first').disabled = $('undo').disabled = lesson.at === 0;
  $('redo').disabled = lesson.at === lesson.path.length - 1;
  $('hints').setAttribute('aria-pressed', String(lesson.hints));
}

function translate() {
  fillTexts();
  draw();
}

$('first').addEventListener('click', () => go(0));
$('undo').addEventListener('click', () => go(lesson.at - 1));
$('redo').addEventListener('click', () => go(lesson.at + 1));
$('hints').addEventListener('click', () => { lesson.hints = !lesson.hints; draw(); });
$('language').addEventListener('click', () => { switchLanguage(); translate(); });
$('theme').addEventListener('click', switchColours);
setColours();
setLanguage(browserLanguage());
translate();
