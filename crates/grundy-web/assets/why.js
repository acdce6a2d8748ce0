// The verdict in words, and its derivation: parts with their nimbers, the exclusive or in bits,
// and what to change.

import { drawing } from './board.js';
import { make } from './dom.js';
import { t } from './texts.js';

// A table of values and their exclusive or, in bits; the top bit of the total is marked.
function xorTable(rows, title) {
  const values = rows.map(({ value }) => value);
  const known = values.every((value) => value !== null);
  const total = known ? values.reduce((a, b) => a ^ b, 0n) : null;
  const width = Math.max(1, ...values.filter((v) => v !== null).map((v) => v.toString(2).length));
  const top = total ? total.toString(2).length : 0;
  const bits = (value) => {
    const cell = make('td', undefined, 'number');
    if (value === null || width > 64) return cell;
    const text = value.toString(2).padStart(width, '0');
    const at = width - top;
    if (top && at >= 0) cell.append(text.slice(0, at), make('b', text[at]), text.slice(at + 1));
    else cell.append(text);
    return cell;
  };
  const table = make('table');
  const head = make('tr');
  head.append(make('th', title), make('th', t('nimber')), make('th', t('bits')));
  table.append(head);
  for (const { label, value } of rows.slice(0, 60)) {
    const row = make('tr');
    row.append(make('th', label), make('td', value === null ? '?' : String(value), 'number'), bits(value));
    table.append(row);
  }
  if (rows.length > 60) {
    const row = make('tr');
    row.append(make('td', t('moreShown', { n: rows.length - 60 })));
    table.append(row);
  }
  if (rows.length > 1 && known) {
    const row = make('tr', undefined, 'total');
    row.append(make('th', t('xor')), make('td', String(total), 'number'), bits(total));
    table.append(row);
  }
  const scroll = make('div', undefined, 'scroll');
  scroll.append(table);
  return { table: scroll, total };
}

// Which parts a winning move can change: those with the top bit of the total.
function plan(rows, total) {
  const list = make('ul');
  for (const { label, value } of rows) {
    if ((value ^ total) < value) {
      list.append(make('li', t('change', { part: label, a: String(value), b: String(value ^ total) })));
      if (list.childElementCount === 8) break;
    }
  }
  return list;
}

// Fills `into` with who wins, and with what else is known.
export function showVerdict(into, outcome, words) {
  const verdict = make('strong', outcome ? t(outcome) : t('unknown'), outcome ?? '');
  into.replaceChildren(`${t('toMove')} `, verdict, words.length ? `; ${words.join('; ')}` : '');
}

// Fills `into` with why an outlook is what it is.
export function showWhy(into, look) {
  into.replaceChildren();
  const big = (n) => (n === null || n === undefined ? null : BigInt(n));
  const terms = look.terms;
  const all = terms.flatMap((term, i) => term.parts.map((part) => ({
    label: terms.length > 1 ? `${i + 1}. ${part.label}` : part.label, value: big(part.nimber),
  })));
  if (all.some(({ value }) => value !== null)) {
    if (terms.length > 1) {
      const rows = terms.map((term, i) => ({ label: `${i + 1}. ${term.title}`, value: big(term.nimber) }));
      into.append(xorTable(rows, t('term')).table);
    }
    const { table, total } = xorTable(all, t('part'));
    into.append(table);
    if (total !== null && all.length > 1) {
      into.append(make('p', total === 0n ? t('zero') : t('notZero')));
      if (total !== 0n) into.append(plan(all, total));
    }
  }
  const notes = new Set(terms.flatMap((term) => term.notes));
  for (const note of notes) into.append(make('p', note));
  const pictures = make('div', undefined, 'pictures');
  for (const { title, svg } of terms.flatMap((term) => term.pictures)) {
    const figure = make('figure');
    const shown = drawing(svg);
    shown.setAttribute('role', 'img');
    shown.setAttribute('aria-label', title);
    figure.append(make('figcaption', title), shown);
    pictures.append(figure);
  }
  into.append(pictures);
  if (look.method) into.append(make('p', t('method', { method: look.method, n: look.nodes }), 'small'));
}
