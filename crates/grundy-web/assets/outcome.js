// Outcomes: how they are drawn, and which is better.

import { shape } from './dom.js';

const signs = { win: '+', draw: '=', loss: '−' };
const rank = { win: 3, draw: 2, loss: 1 };

// A disc for a win, a diamond for a draw, a square for a loss, half as wide as told.
export function outline(outcome, x, y, half) {
  if (outcome === 'win') return shape('circle', { cx: x, cy: y, r: half });
  const box = shape('rect', { x: x - half, y: y - half, width: 2 * half, height: 2 * half });
  if (outcome === 'draw') box.setAttribute('transform', `rotate(45 ${x} ${y})`);
  return box;
}

// The outline with its sign; the three look equally large.
export function mark(outcome, x, y, r) {
  const group = shape('g', { class: `mark ${outcome}` });
  group.append(outline(outcome, x, y, { win: r, draw: r * 0.8, loss: r * 0.85 }[outcome]));
  group.append(shape('text', { x, y, 'font-size': 1.7 * r }, signs[outcome]));
  return group;
}

// A small mark for lists.
export function sign(outcome) {
  const svg = shape('svg', { viewBox: '0 0 20 20', class: 'sign', 'aria-hidden': 'true' });
  svg.append(mark(outcome, 10, 10, 8));
  return svg;
}

// The best outcome that one of the moves leads to; undefined where none is known.
export function bestOutcome(moves) {
  return moves.reduce((best, { outcome }) => ((rank[outcome] ?? 0) > (rank[best] ?? 0) ? outcome : best), undefined);
}

// The moves again, the best ones first, those of unknown outcome last.
export function bestFirst(moves) {
  return [...moves].sort((a, b) => (rank[b.outcome] ?? 0) - (rank[a.outcome] ?? 0));
}
