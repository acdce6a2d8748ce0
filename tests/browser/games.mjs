// A game on each kind of board, played through clicks to its end against the computer.

import assert from 'node:assert/strict';
import test from 'node:test';
import { address, link, open, shot, spot } from './browser.mjs';

async function api(door, body) {
  const response = await fetch(`${address}api/v1/${door}`, {
    method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}

const now = (page) => page.inputValue('#question');

// Plays until the game is over; every move is one that the server calls the best.
async function playThrough(page) {
  for (let ply = 0; ply < 60; ply += 1) {
    await page.waitForFunction(() => !/thinking/.test(document.getElementById('status').textContent));
    const status = await page.textContent('#status');
    if (/wins?:|draw:/i.test(status)) return status;
    const question = await now(page);
    const { body: look } = await api('moves', { question });
    const order = { win: 0, draw: 1, loss: 2 };
    const mv = [...look.moves].sort((a, b) => order[a.outcome] - order[b.outcome])[0];
    const before = await page.locator('#history li').count();
    if (mv.place) {
      await spot(page, mv.place, mv.term).click();
      const here = look.moves.filter(({ place, term }) => place === mv.place && term === mv.term);
      if (here.length > 1) await page.locator('#chooser .chip', { hasText: mv.move }).and(page.locator(`text="${mv.move}"`)).first().click();
    } else await page.locator(`#placeless .chip`, { hasText: mv.move }).first().click();
    await page.waitForFunction((n) => document.querySelectorAll('#history li').length > n, before);
  }
  throw new Error('the game does not end');
}

for (const [kind, q, expected] of [
  ['grid', 'darkraft LRX/XLR/RRL', /You win/],
  ['heaps', 'nim 3 4 5', /You win/],
  ['stones', 'reclamation 6 2,1', null],
  ['cameras', 'river xxx/***/...', /You win/],
  ['piece', 'bo:queen 6x7 1,1', null],
  ['draw', 'bo:knight 4x5 1,1', null],
  ['no place', 'wythoff 3 4', /You win/],
  ['graph', 'node-kayles:path 7', null],
  ['sum', 'kayles 5 + nim 3 + darkraft LR/RL', null],
]) {
  test(`a game to its end: ${kind}`, async (t) => {
    const page = await open(t, link({ q, mode: 'computer' }));
    const { body: look } = await api('moves', { question: q });
    const status = await playThrough(page);
    if (expected) assert.match(status, expected);
    if (look.outcome === 'win') assert.match(status, /You win/);
    if (look.outcome === 'loss') assert.match(status, /The computer wins/);
    if (look.outcome === 'draw') assert.match(status, /draw/i);
    assert.equal(await page.locator('.spot .mark').count(), 0, 'hints are off in play');
    await shot(page, `game-${kind.replace(' ', '-')}`);
  });
}

test('the computer watches itself play to the end', async (t) => {
  const page = await open(t, link({ q: 'kayles 5', mode: 'watch', hints: 1 }));
  await page.waitForFunction(() => /player wins/.test(document.getElementById('status').textContent), null, { timeout: 15000 });
});
