// One server and one browser for all tests, started at the first page and ended at the last test.

import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';

const tools = process.env.TOOLS;
const require = createRequire(join(tools, 'package.json'));
const { chromium } = require('playwright-core');

export const axe = require.resolve('axe-core/axe.min.js');
export const shots = join(tools, 'screenshots');
mkdirSync(shots, { recursive: true });

const profile = mkdtempSync(join(tmpdir(), 'grundy-browser-'));
let server;
let context;

export const address = await new Promise((resolve, reject) => {
  server = spawn(process.env.GRUNDY, ['serve', '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
  server.stdout.on('data', (data) => resolve(String(data).match(/http:\S+/)[0]));
  server.on('exit', (code) => reject(new Error(`the server ended with ${code}`)));
});

after(async () => {
  await context?.close();
  server.kill();
  rmSync(profile, { recursive: true, force: true });
});

async function browser() {
  context ??= await chromium.launchPersistentContext(profile, {
    executablePath: '/usr/bin/chromium', headless: true, viewport: { width: 1280, height: 900 }, locale: 'en-GB',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
      '--disable-component-update', '--disable-sync'],
  });
  return context;
}

// A page that shows `hash`; a fault in its scripts, or a request that leaves the machine, fails the test.
export async function open(t, hash, { width = 1280, height = 900, path = '' } = {}) {
  const page = await (await browser()).newPage();
  page.setDefaultTimeout(8000);
  const faults = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => { if (/Content Security Policy/.test(message.text())) faults.push(message.text()); });
  page.on('request', (request) => { if (!/^(http:\/\/127\.0\.0\.1:|blob:|data:|file:)/.test(request.url())) faults.push(request.url()); });
  await page.setViewportSize({ width, height });
  await page.goto(path || `${address}${hash}`);
  if (!path) await page.waitForSelector('html[data-ready]');
  t.after(async () => {
    await page.close();
    if (faults.length) throw new Error(faults.join('\n'));
  });
  return page;
}

export function link(state) {
  return `#${Object.entries(state).map(([key, value]) => `${key}=${encodeURIComponent(value)}`).join('&')}`;
}

export const spot = (page, place, term = 0) => page.locator('#boards figure').nth(term).locator(`.spot[data-place="${place}"]`);

export async function question(page) {
  return (await page.evaluate(() => decodeURIComponent(location.hash.match(/q=([^&]*)/)[1])));
}

export async function shot(page, name) {
  await page.screenshot({ path: join(shots, `${name}.png`) });
}
