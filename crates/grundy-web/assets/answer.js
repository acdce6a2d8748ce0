// The answer: asked of the server while the position is already there, with its progress, and
// then told in words.

import { post, stream } from './api.js';
import { $ } from './dom.js';
import { keepLook, looks, now, state, view } from './state.js';
import { currentLanguage, t } from './texts.js';
import { showVerdict, showWhy } from './why.js';

// Asks what every move leads to; `draw()` is called when that is known.
export async function think(request, draw) {
  const question = now();
  const job = `${Date.now()}-${Math.random().toString(36).slice(2)}`;
  const control = new AbortController();
  view.job = { job, control };
  $('answer').setAttribute('aria-busy', 'true');
  const slow = setTimeout(() => tellProgress({ nodes: 0 }), 400);
  try {
    const look = await stream('moves', { question, job }, tellProgress, control.signal);
    if (!look.limit) keepLook(question, look);
    if (request !== view.request) return;
    view.look = look;
    draw();
  } finally {
    clearTimeout(slow);
    if (view.job?.job === job) {
      view.job = null;
      $('progress').hidden = true;
      $('answer').setAttribute('aria-busy', 'false');
    }
  }
}

// The plot wants the values of the positions before; `draw()` is called for each.
export async function fillPlot(request, draw) {
  for (const question of state.positions.slice(-60)) {
    if (request !== view.request) return;
    if (looks.has(question)) continue;
    const look = await post('moves', { question, time: 200 });
    if (look.limit) continue;
    keepLook(question, look);
    if (request === view.request) draw();
  }
}

function tellProgress({ nodes }) {
  const number = BigInt(nodes).toLocaleString(currentLanguage() === 'zh' ? 'zh-CN' : 'en');
  $('progress').hidden = false;
  $('progress').firstElementChild.textContent = t('working', { n: number });
}

// Ends the work with what it has found so far.
export function endWork() {
  return view.job && post('stop', { job: view.job.job });
}

// Leaves the work alone: its answer is no longer wanted.
export function dropWork() {
  view.job?.control.abort();
  view.job = null;
  $('progress').hidden = true;
}

export function showAnswer() {
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
  showVerdict(box, look.outcome, words);
  showWhy($('why'), look);
}
