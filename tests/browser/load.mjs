// The API under load, by hand: GRUNDY=target/release/grundy node tests/browser/load.mjs [SECONDS] [CLIENTS]
// Mixed questions, a few of them long; prints rates, and ends non-zero on an error or a slow small answer.

import { spawn } from 'node:child_process';
import { Agent, request } from 'node:http';

const seconds = Number(process.argv[2] ?? 60);
const clients = Number(process.argv[3] ?? 64);
const server = spawn(process.env.GRUNDY, ['serve', '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
const address = await new Promise((resolve) => { server.stdout.on('data', (data) => resolve(String(data).match(/http:\S+/)[0])); });
const { port } = new URL(address);
const agent = new Agent({ keepAlive: true, maxSockets: clients });

const small = ['nim 3 4 5', 'darkraft LRX/XLR/RRL', 'bo:queen 8x8', 'kayles 5 7', 'reclamation 12 4,1 8,1', 'river xxx/***/...', 'wythoff 4 7', 'nim 1000000000000000000 5'];
const letter = (n) => 'LR.XRL.XLRX'[(n * n + (n >> 3)) % 11];
const long = `darkraft ${Array.from({ length: 16 }, (_, r) => Array.from({ length: 16 }, (_, c) => letter(r * 23 + c)).join('')).join('/')}`;

function post(door, body) {
  return new Promise((resolve, reject) => {
    const text = JSON.stringify(body);
    const ask = request({ port, host: '127.0.0.1', agent, method: 'POST', path: `/api/v1/${door}`, headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) } }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode));
    });
    ask.on('error', reject);
    ask.end(text);
  });
}

const times = [];
const statuses = new Map();
const end = performance.now() + 1000 * seconds;
async function client(number) {
  for (let i = number; performance.now() < end; i += 1) {
    const hard = number === 0;
    const door = ['moves', 'parse', 'solve', 'reply'][i % 4];
    const start = performance.now();
    const status = hard ? await post('moves', { question: long, time: 2000 }) : await post(door, { question: small[i % small.length] });
    if (!hard) times.push(performance.now() - start);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
}
await Promise.all(Array.from({ length: clients }, (_, number) => client(number)));
const memory = await import('node:fs').then(({ readFileSync }) => readFileSync(`/proc/${server.pid}/status`, 'utf8').match(/VmHWM:\s+(\d+)/)[1]);
server.kill();
agent.destroy();
times.sort((a, b) => a - b);
const at = (share) => times[Math.floor(times.length * share)].toFixed(1);
console.log(`${times.length} small questions by ${clients} clients in ${seconds} s: ${(times.length / seconds).toFixed(0)} a second; ms p50 ${at(0.5)}, p99 ${at(0.99)}, most ${times.at(-1).toFixed(1)}; peak ${(memory / 1024).toFixed(0)} MiB; statuses ${JSON.stringify([...statuses])}`);
process.exit([...statuses.keys()].every((status) => status === 200) ? 0 : 1);
