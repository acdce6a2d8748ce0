// A game of one's own: its rules are typed or read from a file, and go along in the link.

import { own } from './api.js';
import { on, onSubmit } from './attempt.js';
import { $ } from './dom.js';
import { begin } from './game.js';
import { looks } from './state.js';

// What is known of positions under other rules is forgotten.
export function setRules(rules) {
  if (rules === undefined || rules === own.rules) return;
  own.rules = rules;
  looks.clear();
  $('ownRules').value = rules;
  $('ownPanel').open = true;
}

export function listenOwn() {
  onSubmit('ownForm', () => `@rules ${$('ownStart').value}`.trim(), (question) => {
    setRules($('ownRules').value);
    return begin(question);
  });
  on('ownFile', 'change', async () => {
    const [chosen] = $('ownFile').files;
    if (chosen) $('ownRules').value = await chosen.text();
  });
}
