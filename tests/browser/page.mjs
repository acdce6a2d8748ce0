// What a person does: ask, edit, undo, jump, share, read why, change language and colours.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import test from 'node:test';
import { address, link, open, question, shot, shots, spot } from './browser.mjs';

test('a first look: the verdict, colours with shapes, why', async (t) => {
  const page = await open(t, link({ q: 'nim 3 4 5' }));
  await page.waitForSelector('.spot .mark.win');
  assert.match(await page.textContent('#verdict'), /wins; nimber 2/);
  assert.match(await page.textContent('#why'), /exclusive or/);
  assert.match(await page.textContent('#why'), /heap of 3: 3 to 1/);
  assert.equal(await page.locator('.spot .mark').count(), 3);
  await spot(page, 'heap:0').hover();
  assert.match(await page.textContent('#tip'), /3 moves · 1 winning/);
  await shot(page, 'first-look');
});

test('first paint is quick and every byte comes from the server', async (t) => {
  const page = await open(t, '');
  const paint = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0);
  // 0.3 s on a quiet machine; the bound leaves room for a busy one.
  assert.ok(paint < 3000, `first paint after ${paint} ms`);
  const sizes = await page.evaluate(() => performance.getEntriesByType('resource').reduce((n, { decodedBodySize: size }) => n + size, 0));
  assert.ok(sizes < 150_000 + 40_000, `${sizes} bytes with the first answers`);
});

test('the link and the local storage hold the whole state', async (t) => {
  const page = await open(t, link({ q: 'darkraft LRX/XLR/RRL', m: '1,1 3,2', at: 1, mode: 'friend', hints: 1 }));
  assert.equal(await page.locator('#history li').count(), 3);
  assert.equal(await page.locator('#history [aria-current]').textContent(), '1. 1,1');
  const hash = await page.evaluate(() => location.hash);
  const again = await open(t, hash);
  assert.equal(await again.evaluate(() => location.hash), hash);
  assert.equal(await again.inputValue('#question'), await page.inputValue('#question'));
  const stored = await open(t, '');
  assert.equal(await stored.evaluate(() => location.hash), hash);
});

test('undo, redo and jumps', async (t) => {
  const page = await open(t, link({ q: 'kayles 7' }));
  const start = await page.inputValue('#question');
  await page.locator('#moves .chip.win').first().click();
  await page.waitForFunction(() => document.querySelectorAll('#history li').length === 2);
  const after = await page.inputValue('#question');
  assert.notEqual(after, start);
  await page.click('#undo');
  await page.waitForFunction((q) => document.getElementById('question').value === q, start);
  await page.keyboard.press('ArrowRight');
  await page.waitForFunction((q) => document.getElementById('question').value === q, after);
  await page.click('#first');
  await page.waitForFunction((q) => document.getElementById('question').value === q, start);
  assert.equal(await page.locator('#history li').count(), 2);
});

test('editing by clicks, and its undo', async (t) => {
  const page = await open(t, link({ q: 'darkraft LR/RL' }));
  await page.click('#edit');
  await spot(page, 'cell:0,0').click();
  await page.locator('#chooser').getByText('X', { exact: true }).click();
  await page.waitForFunction(() => document.getElementById('question').value === 'darkraft XR/RL');
  await spot(page, 'cell:1,1').click();
  await page.waitForFunction(() => document.getElementById('question').value === 'darkraft XR/RX');
  await page.locator('#placeless').getByText('Whole board').click();
  await page.locator('#chooser').getByText('+ row').click();
  await page.waitForFunction(() => document.getElementById('question').value === 'darkraft XR/RX/LL');
  await page.click('#undo');
  await page.waitForFunction(() => document.getElementById('question').value === 'darkraft XR/RX');
  await page.click('#edit');
  assert.equal(await page.getAttribute('#edit', 'aria-pressed'), 'false');
});

for (const [game, place] of [['nim 3 4', 'heap:0'], ['river xxx/***/...', 'cell:2,0'], ['reclamation 6', 'cell:2,0'], ['bo:king 5x5', 'cell:2,2'], ['wythoff 2 3', 'heap:1']]) {
  test(`every board can be edited: ${game}`, async (t) => {
    const page = await open(t, link({ q: game }));
    const before = await page.inputValue('#question');
    await page.click('#edit');
    await spot(page, place).click();
    await page.locator('#chooser .chip').first().click();
    await page.waitForFunction((q) => document.getElementById('question').value !== q, before);
  });
}

test('a wrong question shows its place and how to mend it', async (t) => {
  const page = await open(t, link({ q: 'nim 3 4 5' }));
  await page.fill('#question', 'nim 3 x 5');
  await page.press('#question', 'Enter');
  await page.waitForSelector('#error:not([hidden])');
  const error = await page.textContent('#error');
  assert.match(error, /expected the size of a heap/);
  assert.match(error, /line 1, column 7/);
  assert.match(error, /nim 3 x 5\n {6}\^/);
  assert.equal(await question(page), 'nim 3 4 5', 'the position stays');
  await page.fill('#question', 'nym 3');
  await page.press('#question', 'Enter');
  await page.waitForFunction(() => /did you mean `nim`/.test(document.getElementById('error').textContent));
  await page.fill('#question', 'nim @/etc/passwd');
  await page.press('#question', 'Enter');
  await page.waitForFunction(() => /files cannot be read here/.test(document.getElementById('error').textContent));
});

test('numbers beyond 2^53 stay exact', async (t) => {
  const page = await open(t, link({ q: 'nim 9007199254740993 9007199254740992' }));
  await page.waitForSelector('#verdict strong.win');
  assert.match(await page.textContent('#verdict'), /nimber 1$/);
  assert.match(await page.textContent('#moves'), /1:9007199254740993>9007199254740992/);
});

test('Chinese and English, light and dark', async (t) => {
  const page = await open(t, link({ q: 'darkraft LRX/XLR/RRL' }));
  await page.click('#language');
  assert.equal(await page.getAttribute('html', 'lang'), 'zh-CN');
  assert.match(await page.textContent('#status'), /轮到先手/);
  await page.evaluate(() => { document.getElementById('rulesPanel').open = true; });
  assert.match(await page.textContent('#rules'), /反射器/);
  const before = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.click('#theme');
  assert.notEqual(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), before);
  await shot(page, 'chinese-dark');
  await page.click('#language');
  await page.click('#theme');
});

test('files: SVG, PNG, and a lesson that plays offline', async (t) => {
  const page = await open(t, link({ q: 'darkraft LRX/XLR' }));
  await page.evaluate(() => document.querySelectorAll('details').forEach((d) => { d.open = true; }));
  const saved = async (button) => {
    const [download] = await Promise.all([page.waitForEvent('download'), page.click(button)]);
    return download.path();
  };
  assert.match(readFileSync(await saved('#saveSvg'), 'utf8'), /^<svg .*fill="rgb/s);
  assert.equal(readFileSync(await saved('#savePng')).subarray(1, 4).toString(), 'PNG');
  const lesson = await saved('#saveLesson');
  const html = readFileSync(lesson, 'utf8');
  assert.doesNotMatch(html, /https?:\/\/(?!www\.w3\.org)/, 'a lesson names no other place');
  writeFileSync(`${shots}/lesson.html`, html);
  const offline = await open(t, '', { path: `file://${shots}/lesson.html` });
  await offline.waitForSelector('.spot .mark');
  while (await offline.locator('.spot.open').count()) await offline.locator('.spot.open').first().click();
  assert.match(await offline.textContent('#status'), /over/);
  await offline.click('#first');
  await shot(offline, 'lesson');
});

test('sequences and tables', async (t) => {
  const page = await open(t, link({ q: 'wythoff 2 3' }));
  await page.evaluate(() => document.querySelectorAll('details').forEach((d) => { d.open = true; }));
  await page.click('#sequenceForm button');
  await page.waitForSelector('#sequenceView .periodic');
  assert.match(await page.textContent('#sequenceView'), /period 12 from heap 71 on/);
  assert.equal(await page.locator('#sequenceView .periodic tr').nth(1).locator('td').nth(9).textContent(), '4', 'kayles 9 has nimber 4');
  await page.fill('#rowsTo', '6');
  await page.fill('#columnsTo', '6');
  await page.click('#tableForm button');
  await page.waitForSelector('#tableView svg');
  assert.equal(await page.locator('#tableView .heat0').count(), 4, 'the pairs 1,2 and 3,5 both ways, up to 6,6');
  await page.locator('#tableView .heat0').first().click();
  await page.waitForFunction(() => document.getElementById('question').value === 'wythoff 1 2');
  await shot(page, 'sequence-and-table');
});

test('a graph: vertices can be dragged and stay there', async (t) => {
  const page = await open(t, link({ q: 'node-kayles:petersen 5 2' }));
  const vertex = spot(page, 'vertex:0');
  const before = await vertex.boundingBox();
  await page.mouse.move(before.x + before.width / 2, before.y + before.height / 2);
  await page.mouse.down();
  await page.mouse.move(before.x + 90, before.y + 70, { steps: 6 });
  await page.mouse.up();
  const after = await vertex.boundingBox();
  assert.ok(Math.hypot(after.x - before.x, after.y - before.y) > 40, 'it moved');
  assert.equal(await page.locator('#history li').count(), 1, 'a drag is no move');
  const apart = await page.evaluate(() => {
    const line = document.querySelector('line[data-from="0"]');
    const end = new DOMPoint(line.getAttribute('x1'), line.getAttribute('y1')).matrixTransform(line.getScreenCTM());
    const box = document.querySelector('[data-place="vertex:0"] circle').getBoundingClientRect();
    return Math.hypot(box.x + box.width / 2 - end.x, box.y + box.height / 2 - end.y);
  });
  assert.ok(apart < 2, 'its edges follow');
  await page.keyboard.press('h');
  const later = await vertex.boundingBox();
  assert.ok(Math.hypot(after.x - later.x, after.y - later.y) < 2, 'it stays');
  await shot(page, 'graph');
});

test('every game has its name and rules in every language', async () => {
  const { texts } = await import(new URL('../../crates/grundy-web/assets/texts.js', import.meta.url));
  const { games } = await (await fetch(`${address}api/v1/games`)).json();
  for (const language of Object.keys(texts).filter((code) => code !== 'en')) {
    const told = Object.keys(texts[language].games);
    assert.deepEqual(told.toSorted(), games.map(({ name }) => name).toSorted(), language);
    for (const name of told) assert.ok(texts[language].games[name].title && texts[language].games[name].rules, name);
  }
});
