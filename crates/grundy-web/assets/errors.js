// What went wrong, above the board: the message, and the place in the text that it points at.

import { Refused, own } from './api.js';
import { $, make } from './dom.js';
import { t } from './texts.js';

export function complain(error) {
  if (error.name === 'AbortError') return;
  const parts = [];
  if (!(error instanceof Refused)) {
    parts.push(String(error));
  } else if (error.fault.kind === 'offline') {
    parts.push(t('lost'));
  } else {
    const { message, name, line, column, width, help } = error.fault;
    parts.push(make('strong', message));
    if (line) {
      const source = name === 'rules' ? own.rules : error.source ?? '';
      const text = source.split('\n')[line - 1] ?? '';
      const shown = text.length > 200 ? '' : text;
      parts.push(make('pre', `${shown}\n${' '.repeat(Math.max(0, column - 1))}${'^'.repeat(Math.min(width ?? 1, 80))}`));
      parts.push(make('span', `${t('line', { line, column })}${help ? ': ' : ''}`));
    }
    if (help) parts.push(help);
  }
  $('error').replaceChildren(...parts);
  $('error').hidden = false;
}

export function quiet() {
  $('error').hidden = true;
}
