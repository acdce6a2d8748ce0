// Finding and making elements.

export const $ = (id) => document.getElementById(id);

// An HTML element with its text and classes.
export function make(name, text, kind) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  if (kind) made.className = kind;
  return made;
}

// A button that does `act` when it is pressed.
export function button(text, act, kind) {
  const made = make('button', text, kind);
  made.type = 'button';
  made.addEventListener('click', act);
  return made;
}

export const SVG = 'http://www.w3.org/2000/svg';

// An SVG element with its attributes and text.
export function shape(name, attributes, text) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  return made;
}
