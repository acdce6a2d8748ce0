// The game so far, as a list of steps to jump to.

import { button, make } from './dom.js';
import { t } from './texts.js';

// `jump(i)` is called for the step after `i` moves.
export function showSteps(into, moves, at, jump) {
  into.replaceChildren(...[t('start'), ...moves].map((text, i) => {
    const item = make('li');
    const step = button(i === 0 ? text : `${i}. ${text}`, () => jump(i));
    if (i === at) step.setAttribute('aria-current', 'step');
    item.append(step);
    return item;
  }));
}
