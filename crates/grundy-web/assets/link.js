// The state as a link, and what the browser keeps.

import { own } from './api.js';

const MODES = ['analyse', 'computer', 'friend', 'watch'];

export function link(state) {
  const parts = [['q', state.positions[0]]];
  if (state.moves.length) parts.push(['m', state.moves.join(' ')]);
  if (state.at !== state.moves.length) parts.push(['at', state.at]);
  if (state.mode !== 'analyse') parts.push(['mode', state.mode]);
  if (state.mode === 'computer' && state.seat) parts.push(['seat', state.seat]);
  if (state.strength !== 100) parts.push(['strength', state.strength]);
  if (state.hints !== (state.mode === 'analyse')) parts.push(['hints', state.hints ? 1 : 0]);
  if (own.isIn(state.positions[0])) parts.push(['rules', own.rules]);
  return `#${parts.map(([key, value]) => `${key}=${encodeURIComponent(value)}`).join('&')}`;
}

// What a link says; nothing where it has no question.
export function fromLink(hash) {
  const given = new Map();
  for (const part of hash.replace(/^#/, '').split('&')) {
    const [key, value = ''] = part.split('=');
    try {
      given.set(key, decodeURIComponent(value));
    } catch { /* a broken escape is as good as none */ }
  }
  const question = given.get('q');
  if (!question) return null;
  const mode = MODES.includes(given.get('mode')) ? given.get('mode') : 'analyse';
  const moves = (given.get('m') ?? '').split(' ').filter(Boolean);
  const at = Number(given.get('at') ?? moves.length);
  return {
    question,
    moves,
    rules: given.get('rules'),
    state: {
      mode,
      at: Number.isInteger(at) && at >= 0 && at <= moves.length ? at : moves.length,
      seat: given.get('seat') === '1' ? 1 : 0,
      strength: Math.min(100, Math.max(0, Number(given.get('strength') ?? 100) || 0)),
      hints: given.has('hints') ? given.get('hints') === '1' : mode === 'analyse',
    },
  };
}

export function remembered(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

export function remember(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch { /* a browser that keeps nothing still plays */ }
}
