// The catalogue of texts: every language has every key, and the page asks for no other.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import test from 'node:test';

const assets = new URL('../../crates/grundy-web/assets/', import.meta.url);
const { texts } = await import(new URL('texts.js', assets));

test('every language has the same texts', () => {
  const keys = Object.keys(texts.en).sort();
  for (const [language, own] of Object.entries(texts)) {
    assert.deepEqual(Object.keys(own).sort(), keys, language);
    for (const key of keys.filter((key) => key !== 'games')) {
      const holes = (text) => (text.match(/\{\w+\}/g) ?? []).sort();
      assert.deepEqual(holes(own[key]), holes(texts.en[key]), `${language}: ${key}`);
      assert.notEqual(own[key], '', `${language}: ${key}`);
    }
  }
});

test('the page asks for no text that is missing, and none is left over', () => {
  const asked = new Set(['code', 'other', 'title', 'games']);
  for (const name of readdirSync(assets)) {
    const text = readFileSync(new URL(name, assets), 'utf8');
    for (const [, key] of text.matchAll(/data-t(?:-label)?="(\w+)"/g)) asked.add(key);
    if (!name.endsWith('.js') || name === 'texts.js') continue;
    for (const [, key] of text.matchAll(/'(\w+)'/g)) if (key in texts.en) asked.add(key);
    for (const [, key] of text.matchAll(/\bt\('(\w+)'/g)) asked.add(key);
    for (const [, key] of text.matchAll(/limit\w+|(?:win|draw|loss)\b/g)) if (key) asked.add(key);
  }
  for (const key of ['win', 'draw', 'loss', 'limitNodes', 'limitMemory', 'limitStopped']) asked.add(key);
  assert.deepEqual([...asked].filter((key) => !(key in texts.en)), [], 'missing');
  assert.deepEqual(Object.keys(texts.en).filter((key) => !asked.has(key)), [], 'left over');
});

test('the page is small', () => {
  const bytes = readdirSync(assets).map((name) => readFileSync(new URL(name, assets)).length);
  assert.ok(bytes.reduce((a, b) => a + b, 0) < 150_000);
});

test('the page asks for all its modules at once', () => {
  const read = (name) => readFileSync(new URL(name, assets), 'utf8');
  const imported = readdirSync(assets).filter((name) => name.endsWith('.js') && name !== 'lesson.js')
    .flatMap((name) => [...read(name).matchAll(/from '\.\/(\w+\.js)'/g)].map(([, module]) => module));
  const preloaded = [...read('index.html').matchAll(/modulepreload" href="(\w+\.js)"/g)].map(([, module]) => module);
  assert.deepEqual(preloaded, [...new Set(imported)].toSorted());
});
