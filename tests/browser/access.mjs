// Narrow screens, the keyboard, and axe-core.

import assert from 'node:assert/strict';
import test from 'node:test';
import { axe, link, open, shot, spot } from './browser.mjs';

const boards = ['darkraft LRX/XLR/RRL', 'nim 3 4 5 + kayles 5', 'bo:queen 8x8', 'bo:rook 1000000x2000 5,7', 'reclamation 12 4,1 8,1', 'river xxx/***/...', 'wythoff 4 7', 'node-kayles:petersen 5 2'];

for (const [theme, width] of [['light', 1280], ['dark', 1280], ['light', 360], ['dark', 360]]) {
  test(`axe-core finds no serious fault: ${theme}, ${width} px`, async (t) => {
    for (const q of boards) {
      const page = await open(t, link({ q }), { width, height: 800 });
      await page.evaluate((theme) => { document.documentElement.dataset.theme = theme; }, theme);
      await page.evaluate(() => document.querySelectorAll('details').forEach((d) => { d.open = true; }));
      await page.waitForFunction(() => document.querySelector('#verdict strong'));
      // The page allows no script from elsewhere: the checker goes in past that rule, as a tester may.
      await page.evaluate(await (await import('node:fs/promises')).readFile(axe, 'utf8'));
      const found = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
      const serious = found.violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
      assert.deepEqual(serious.map(({ id, nodes }) => `${q}: ${id}: ${nodes[0].html} ${nodes[0].failureSummary}`), []);
      await shot(page, `${theme}-${width}-${q.replace(/[^a-z0-9]+/gi, '-')}`);
      await page.close();
    }
  });
}

test('nothing sticks out at 360 px', async (t) => {
  for (const q of [...boards, `nim ${'9'.repeat(19)} 5`, `darkraft ${Array(20).fill('LRX'.repeat(6)).join('/')}`]) {
    const page = await open(t, link({ q }), { width: 360, height: 740 });
    await page.waitForFunction(() => document.querySelector('#verdict strong'));
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 360, `${q}: ${wide} px`);
    await page.close();
  }
});

test('a game by keyboard alone', async (t) => {
  const page = await open(t, link({ q: 'darkraft LR/RL', mode: 'friend' }));
  await spot(page, 'cell:0,0').focus();
  await page.keyboard.press('ArrowRight');
  assert.equal(await page.evaluate(() => document.activeElement.dataset.place), 'cell:0,1');
  await page.keyboard.press('ArrowDown');
  assert.equal(await page.evaluate(() => document.activeElement.dataset.place), 'cell:1,1');
  assert.match(await page.evaluate(() => document.activeElement.getAttribute('aria-label')), /^2,2 L, /);
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelectorAll('#history li').length === 2);
  assert.equal(await page.evaluate(() => document.activeElement.dataset.place), 'cell:1,1', 'the focus stays');
  await page.keyboard.press('h');
  await page.waitForSelector('.spot .mark');
  await page.keyboard.press('Home');
  await page.waitForFunction(() => document.querySelector('#history [aria-current]').textContent === 'Start');
});
