// What a person asked for is done here, so that what goes wrong is told above the board.

import { $ } from './dom.js';
import { complain, quiet } from './errors.js';

// The source is the text that an error's column points into.
export async function attempt(action, source) {
  try {
    quiet();
    await action();
  } catch (error) {
    error.source ??= source;
    complain(error);
  }
}

export function on(id, event, action) {
  $(id).addEventListener(event, () => attempt(action));
}

// A form that is sent: `read()` is the text it asks about, and the source of its errors.
export function onSubmit(id, read, action) {
  $(id).addEventListener('submit', (event) => {
    event.preventDefault();
    const text = read();
    attempt(() => action(text), text);
  });
}
