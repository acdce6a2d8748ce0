// Rules of one's own: uploaded, played, kept in the link, and what bad ones come to.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import test from 'node:test';
import { address, link, open, question, shot, spot } from './browser.mjs';

const KAYLES = 'def options(n):\n    return [[a, n - k - a] for k in (1, 2) for a in range((n - k) // 2 + 1)]\n';

async function send(door, form) {
  const response = await fetch(`${address}api/v1/${door}`, {
    method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(form),
  });
  return { status: response.status, answer: await response.json() };
}

test('a file of rules is uploaded, solved and played', async (t) => {
  const page = await open(t, link({ q: 'nim 1' }));
  await page.click('#ownPanel summary');
  await page.setInputFiles('#ownFile', { name: 'kayles.star', mimeType: 'text/plain', buffer: Buffer.from(KAYLES) });
  await page.waitForFunction(() => document.getElementById('ownRules').value.startsWith('def'));
  await page.fill('#ownStart', '5 7');
  await page.click('#ownForm button');
  // Kayles 5 and 7 are 4 and 2 (Winning Ways, chapter 4, table 5).
  await page.waitForFunction(() => /wins; nimber 6/.test(document.getElementById('verdict').textContent));
  await shot(page, 'own');
  const address = page.url();
  assert.match(address, /&rules=def/);
  await spot(page, 'heap:0').click();
  await page.click('#chooser .chip.win');
  await page.waitForFunction(() => /loses/.test(document.getElementById('verdict').textContent));
  assert.match(await question(page), /^@rules /);
  // The link alone brings it all back.
  const again = await open(t, `#${address.split('#')[1]}`);
  await again.waitForFunction(() => /wins; nimber 6/.test(document.getElementById('verdict').textContent));
  assert.equal(await again.inputValue('#ownRules'), KAYLES);
});

test('a mistake in the rules is shown in its place', async (t) => {
  const page = await open(t, link({ q: 'nim 1' }));
  await page.click('#ownPanel summary');
  await page.fill('#ownRules', 'def options(n):\n    return [n - ]\n');
  await page.click('#ownForm button');
  await page.waitForSelector('#error:not([hidden])');
  const text = await page.textContent('#error');
  assert.match(text, /return \[n - \]\n +\^/);
  assert.match(text, /line 2/);
});

test('every door takes rules', async () => {
  for (const [door, form] of [
    ['parse', {}], ['play', { moves: ['1:5>2+2'] }], ['reply', {}], ['edit', {}], ['moves', {}], ['solve', {}],
  ]) {
    const { status, answer } = await send(door, { question: '@rules 5', rules: KAYLES, ...form });
    assert.equal(status, 200, `${door}: ${JSON.stringify(answer)}`);
  }
  const { answer } = await send('sequence', { question: '@rules', to: 12, rules: KAYLES });
  // OEIS A002186.
  assert.deepEqual(answer.kinds[0].values, [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4]);
  const grid = { question: '@rules', rows: [0, 3], columns: [0, 3], rules: 'def options(p):\n  r, c = p\n  return [(i, c) for i in range(r)] + [(r, i) for i in range(c)]\n' };
  assert.deepEqual((await send('table', grid)).answer.nimber[2], [2, 3, 0, 1]);
  assert.equal((await send('pattern', grid)).answer.findings[0].words, 'nimber = r xor c');
});

test('rules that never end, or want all memory, are ended and harm nobody', async () => {
  const bad = {
    'no end': 'def options(n):\n  for i in range(10000000):\n    for j in range(10000000):\n      n = n + j\n  return []\n',
    memory: 'def options(n):\n  s = "a"\n  for i in range(60):\n    s = s + s\n  return []\n',
    list: 'def options(n):\n  return [[1] * 1000000000]\n',
    depth: 'def options(n):\n  return f(n)\ndef f(n):\n  return f(n)\n',
    file: 'load("/etc/passwd", "a")\ndef options(n):\n  return []\n',
  };
  for (const [what, rules] of Object.entries(bad)) {
    const { status, answer } = await send('solve', { question: '@rules 5', rules, time: 3000 });
    // What hits the deadline first is an answer with a limit, anything else a message.
    const late = ['no end', 'memory'].includes(what) && status === 200;
    if (late) assert.equal(answer.limit, 'stopped', JSON.stringify(answer));
    else {
      assert.equal(status, 400, what);
      assert.ok(answer.error.message, what);
    }
  }
  assert.equal((await send('solve', { question: 'nim 3 4 5' })).status, 200);
});

test('a play without end is bounded', async () => {
  const { status, answer } = await send('solve', { question: '@rules 5', rules: 'def options(n):\n  return [n + 1]\n', time: 1000 });
  assert.ok(status === 400 || answer.limit, JSON.stringify(answer));
});

test('no child outlives its question', async () => {
  const control = new AbortController();
  const asked = fetch(`${address}api/v1/solve`, {
    method: 'POST', headers: { 'content-type': 'application/json' }, signal: control.signal,
    body: JSON.stringify({ question: '@rules 5', rules: 'def options(n):\n  return [n + 1]\n' }),
  }).catch(() => null);
  await new Promise((done) => setTimeout(done, 700));
  control.abort();
  await asked;
  const children = () => spawnSync('pgrep', ['-f', 'serve --one']).stdout.toString().trim();
  for (let i = 0; i < 80 && children(); i += 1) await new Promise((done) => setTimeout(done, 100));
  assert.equal(children(), '');
});

test('rules beyond this question are no door to files', async () => {
  const { status } = await send('parse', { question: '@/etc/passwd 5', rules: KAYLES });
  assert.equal(status, 400);
});
