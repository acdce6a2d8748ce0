// A table over two sizes as a heat map: light for small nimbers, dark for large ones, a frame
// around what loses. Pointing at a cell tells it in words; a click asks its question.

import { make, shape } from './dom.js';
import { t } from './texts.js';

const SIDE = 26;

// `table` and `pattern` are the server's forms; `ask(question)` is called for a click on a cell.
export function showTable(into, table, pattern, ask) {
  const [firstRow, firstColumn] = [table.rows[0], table.columns[0]];
  const height = table.outcome.length;
  const width = table.outcome[0].length;
  const known = table.nimber.flat().filter((n) => n !== null).map(Number);
  const most = Math.max(1, ...known);
  const svg = shape('svg', { viewBox: `0 0 ${SIDE * (width + 1)} ${SIDE * (height + 1)}`, class: 'board heat', role: 'img', 'aria-label': `${table.question}: ${t('tableHint')}` });
  const words = make('p', t('tableHint'), 'small');
  const text = (x, y, content, kind) => svg.append(shape('text', { x: SIDE * (x + 0.5), y: SIDE * (y + 0.5), 'font-size': 11, class: kind }, content));
  for (let c = 0; c < width; c += 1) text(c + 1, 0, String(firstColumn + c), 'border');
  for (let r = 0; r < height; r += 1) {
    text(0, r + 1, String(firstRow + r), 'border');
    for (let c = 0; c < width; c += 1) {
      const [outcome, nimber] = [table.outcome[r][c], table.nimber[r][c]];
      const kind = outcome === null ? 'dead' : nimber === null ? outcome : outcome === 'loss' ? 'heat0' : 'heat';
      const cell = shape('rect', { x: SIDE * (c + 1) + 1, y: SIDE * (r + 1) + 1, width: SIDE - 2, height: SIDE - 2, rx: 3, class: kind });
      if (kind === 'heat') cell.style.fillOpacity = String(0.12 + (0.75 * Number(nimber)) / most);
      const value = table.value?.[r][c] ?? nimber ?? (outcome ? t(outcome) : t('unknown'));
      cell.addEventListener('pointerenter', () => {
        words.textContent = t('tableAt', { game: table.question, r: firstRow + r, c: firstColumn + c, what: value });
      });
      cell.addEventListener('click', () => ask(filled(table.question, firstRow + r, firstColumn + c)));
      svg.append(cell);
      if (nimber !== null && String(nimber).length < 4) text(c + 1, r + 1, String(nimber), kind === 'heat0' ? 'onoutcome' : 'on');
    }
  }
  const findings = make('ul', undefined, 'small');
  for (const finding of pattern.findings) findings.append(make('li', finding.words));
  into.replaceChildren(svg, words, ...(pattern.findings.length ? [make('p', t('observedHere'), 'small'), findings] : []));
}

// The question of a cell: numbers for the letters R and C that stand alone.
export function filled(template, row, column) {
  const apart = (c) => c === undefined || !/\p{L}/u.test(c) || c === 'x';
  return [...template].map((c, i, all) => (
    (c === 'R' || c === 'C') && apart(all[i - 1]) && apart(all[i + 1]) ? String(c === 'R' ? row : column) : c
  )).join('');
}
