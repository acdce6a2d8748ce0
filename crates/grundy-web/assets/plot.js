// A plot of the game: the nimber, or the plies to the end, after each move.

import { shape } from './dom.js';
import { outline } from './outcome.js';
import { t } from './texts.js';

function add(to, name, attributes, text) {
  const made = shape(name, attributes, text);
  to.append(made);
  return made;
}

// `looks` has an outlook or nothing for each position; `jump(ply)` is called for a click.
export function showPlot(into, looks, at, jump) {
  into.replaceChildren();
  if (looks.length < 2 || !looks.some(Boolean)) return;
  const plies = looks.some((look) => look && look.nimber === null && look.outcome);
  const of = (look) => Number((plies ? look.remoteness : look.nimber) ?? 0);
  const most = Math.max(1, ...looks.filter(Boolean).map(of));
  const [width, height, left, bottom] = [360, 110, 34, 18];
  const svg = add(into, 'svg', { viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': t(plies ? 'plotPlies' : 'plotNimber'), class: 'board' });
  const x = (ply) => left + ((width - left - 12) * ply) / Math.max(1, looks.length - 1);
  const y = (value) => height - bottom - 6 - ((height - bottom - 18) * value) / most;
  for (const value of [0, most]) {
    add(svg, 'line', { x1: left, x2: width - 4, y1: y(value), y2: y(value), class: 'edge', 'stroke-opacity': 0.35 });
    add(svg, 'text', { x: left - 16, y: y(value), 'font-size': 10, class: 'border' }, String(value));
  }
  add(svg, 'text', { x: width / 2, y: height - 6, 'font-size': 10, class: 'border' }, t(plies ? 'plotPlies' : 'plotNimber'));
  let path = '';
  looks.forEach((look, ply) => {
    if (look?.outcome) path += `${path && looks[ply - 1]?.outcome ? 'L' : 'M'}${x(ply)} ${y(of(look))}`;
  });
  add(svg, 'path', { d: path || 'M0 0', class: 'edge', fill: 'none' });
  looks.forEach((look, ply) => {
    if (!look?.outcome) return;
    const group = add(svg, 'g', { class: `mark ${look.outcome}` });
    const [cx, cy] = [x(ply), y(of(look))];
    group.append(outline(look.outcome, cx, cy, ply === at ? 6 : 4));
    const hit = add(svg, 'circle', { cx, cy, r: 10, fill: 'transparent' });
    hit.addEventListener('click', () => jump(ply));
    add(hit, 'title', {}, `${t('ply', { n: ply })}: ${of(look)}`);
  });
}
