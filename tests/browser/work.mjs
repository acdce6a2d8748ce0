// Long work: progress, stopping, leaving; and what a hostile client gets.

import assert from 'node:assert/strict';
import { connect } from 'node:net';
import test from 'node:test';
import { address, link, open, shot } from './browser.mjs';

const port = Number(new URL(address).port);

// Answered only after a long search: a large board with holes.
const letter = (n) => 'LR.XRL.XLRX'[(n * n + (n >> 3)) % 11];
const LONG = `darkraft ${Array.from({ length: 20 }, (_, r) => Array.from({ length: 20 }, (_, c) => letter(r * 23 + c)).join('')).join('/')}`;

async function send(door, body, headers = {}) {
  return fetch(`${address}api/v1/${door}`, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body });
}

// A request in raw bytes; fetch would not send a forged Host.
function raw(text) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    let answer = '';
    socket.on('data', (data) => { answer += data; });
    socket.on('close', () => resolve(answer));
    socket.on('error', () => resolve(answer));
    setTimeout(() => socket.destroy(), 2000);
  });
}

test('long work shows progress and can be stopped', async (t) => {
  const page = await open(t, link({ q: 'nim 1' }));
  await page.fill('#question', LONG);
  await page.press('#question', 'Enter');
  await page.waitForSelector('#progress:not([hidden])');
  await page.waitForFunction(() => /[1-9]/.test(document.querySelector('#progress span').textContent));
  await shot(page, 'progress');
  await page.click('#stop');
  await page.waitForFunction(() => /stopped/.test(document.getElementById('verdict').textContent));
});

test('long work does not starve short work, and ends with its client', async () => {
  const control = new AbortController();
  const long = Array.from({ length: 6 }, () => fetch(`${address}api/v1/moves`, {
    method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ question: LONG }), signal: control.signal,
  }).catch(() => null));
  await new Promise((done) => setTimeout(done, 500));
  const times = [];
  for (let i = 0; i < 20; i += 1) {
    const start = performance.now();
    assert.equal((await send('moves', JSON.stringify({ question: `nim 3 4 ${i}` }))).status, 200);
    times.push(performance.now() - start);
  }
  control.abort();
  await Promise.all(long);
  times.sort((a, b) => a - b);
  assert.ok(times[10] < 1500, `half of the short questions took more than ${times[10]} ms`);
});

test('other sites are refused', async () => {
  const ask = (host, more = '') => raw(`GET /api/v1/games HTTP/1.1\r\nHost: ${host}\r\n${more}Connection: close\r\n\r\n`);
  assert.match(await ask(`127.0.0.1:${port}`), /^HTTP\/1.1 200/);
  assert.match(await ask(`localhost:${port}`), /^HTTP\/1.1 200/);
  assert.match(await ask(`evil.example:${port}`), /^HTTP\/1.1 403/);
  assert.match(await ask('127.0.0.1'), /^HTTP\/1.1 403/);
  assert.match(await ask(`127.0.0.1:${port}`, 'Origin: http://evil.example\r\n'), /^HTTP\/1.1 403/);
  assert.match(await ask(`127.0.0.1:${port}`, 'Origin: null\r\n'), /^HTTP\/1.1 403/);
  assert.match(await ask(`127.0.0.1:${port}`, `Origin: http://127.0.0.1:${port}\r\n`), /^HTTP\/1.1 200/);
});

test('no path of the disk is served', async () => {
  for (const path of ['/../Cargo.toml', '/%2e%2e/Cargo.toml', '/..%2f..%2fetc/passwd', '//etc/passwd', '/api/v1/../../etc/passwd']) {
    assert.match(await raw(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`), /^HTTP\/1.1 404/, path);
  }
});

test('bad bodies get a message in the form of errors', async () => {
  for (const [body, status, headers] of [
    ['', 400], ['{', 400], ['[]', 400], ['{"question": 3}', 400], ['{"question": "nim 3", "more": 1}', 400],
    [Buffer.from([0x22, 0xff, 0xfe]), 400], ['['.repeat(60000), 400], ['['.repeat(10_000_000), 413],
    ['{"question":"nim 3"}', 415, { 'content-type': 'text/plain' }], ['{"question":""}', 400], ['{"question":"nim \\u0000"}', 400],
    [JSON.stringify({ question: `nim ${'9'.repeat(60000)}` }), 400], [JSON.stringify({ question: '+ '.repeat(20000) }), 400],
    [JSON.stringify({ question: 'nim @/etc/passwd' }), 400], [JSON.stringify({ question: 'nim -' }), 400],
  ]) {
    const response = await send('parse', body, headers).catch(() => null);
    // A server that has read enough may close before a client has sent 10 MB.
    if (response === null) { assert.equal(status, 413); continue; }
    assert.equal(response.status, status, String(body).slice(0, 60));
    const { error } = await response.json();
    assert.ok(error.message && error.kind, String(body).slice(0, 60));
  }
});

test('a slow client is let go', async () => {
  const start = performance.now();
  const answer = await new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('POST /api/v1/parse HTTP/1.1\r\nHost: 127.0.0.1'));
    let text = '';
    socket.on('data', (data) => { text += data; });
    socket.on('close', () => resolve(text));
  });
  assert.ok(performance.now() - start < 15000, 'let go in time');
  assert.doesNotMatch(answer, /200 OK/);
});

test('every answer carries the headers that keep the page alone', async () => {
  const response = await fetch(address);
  assert.match(response.headers.get('content-security-policy'), /default-src 'none'; script-src 'self'/);
  assert.equal(response.headers.get('x-content-type-options'), 'nosniff');
  assert.equal(response.headers.get('x-frame-options'), 'DENY');
});
