// Values by size: a chart, and the periodic table, one period a row. Sizes that a game lacks are null.

import { make, shape } from './dom.js';
import { t } from './texts.js';

const ROWS = 40;

function chart(values) {
  const [width, height, left, bottom] = [360, 120, 30, 16];
  const most = Math.max(1, ...values);
  const svg = shape('svg', { viewBox: `0 0 ${width} ${height}`, class: 'board', role: 'img', 'aria-label': t('sequence') });
  const x = (n) => left + ((width - left - 8) * n) / Math.max(1, values.length - 1);
  const y = (value) => height - bottom - ((height - bottom - 10) * value) / most;
  for (const value of [0, most]) {
    svg.append(shape('line', { x1: left, x2: width - 4, y1: y(value), y2: y(value), class: 'edge', 'stroke-opacity': 0.35 }));
    svg.append(shape('text', { x: left - 14, y: y(value), 'font-size': 10, class: 'border' }, String(value)));
  }
  for (const n of [0, values.length - 1]) svg.append(shape('text', { x: x(n), y: height - 5, 'font-size': 10, class: 'border' }, String(n)));
  const radius = values.length > 400 ? 1 : 2;
  // At most some 4000 dots: more would lie on each other.
  const step = Math.max(1, Math.floor(values.length / 4000));
  for (let n = 0; n < values.length; n += step) if (values[n] !== null) svg.append(shape('circle', { cx: x(n), cy: y(values[n]), r: radius, class: 'piece' }));
  return svg;
}

// Rows of one period each; what comes before the period, and what breaks it, is framed.
function periodic(values, report) {
  const width = report.period ? Number(report.period) : 20;
  if (width > 60) return make('div');
  const saltus = Number(report.saltus ?? 0);
  const exceptions = new Set(report.exceptions.map(Number));
  const table = make('table', undefined, 'periodic');
  table.setAttribute('tabindex', '0');
  const head = make('tr');
  head.append(make('th', ''), ...Array.from({ length: width }, (_, i) => make('th', `+${i}`)));
  table.append(head);
  for (let start = 0; start < Math.min(values.length, ROWS * width); start += width) {
    const row = make('tr');
    row.append(make('th', String(start)));
    for (let n = start; n < Math.min(start + width, values.length); n += 1) {
      const last = n + Math.floor((values.length - 1 - n) / width) * width;
      const expected = values[last] - (saltus * (last - n)) / width;
      const breaks = report.period && values[n] !== null && (exceptions.has(n) || values[n] !== expected);
      row.append(make('td', String(values[n] ?? ''), breaks ? 'exception' : ''));
    }
    table.append(row);
  }
  return table;
}

export function showSequence(into, answer) {
  into.replaceChildren(make('p', answer.words.join('; '), 'small'));
  for (const { first, values: given, report } of answer.kinds) {
    const values = [...Array(first).fill(null), ...given.map(Number)];
    const words = [];
    if (report.period) {
      words.push(t('periodIs', { p: report.period, n: report.preperiod }));
      if (Number(report.saltus)) words.push(t('saltusIs', { n: report.saltus }));
      words.push(report.status === 'proved' ? t('proved') : t('observed', { n: report.checked_to }));
    } else if (report.checked_to) words.push(t('noPeriod', { n: report.checked_to }));
    const title = answer.kinds.length > 1 ? `${report.kind}: ` : '';
    const scroll = make('div', undefined, 'scroll');
    scroll.append(periodic(values, report));
    into.append(make('p', title + words.join('; ')), chart(values), make('p', t('periodicTable'), 'small'), scroll);
  }
}
