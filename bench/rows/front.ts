// The public market list behind nginx with docs/front.nginx.conf, beside the app alone and a bare handler of the framework; needs nginx.
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getFreePort } from '../../tests/helpers/free-port';
import { type Line, openLine } from '../support/keep-alive';
import { runLoad } from '../support/load';
import { startPlainApp } from '../support/plain-app';
import { median, printRow, printVerdict } from '../support/print';
import { startProduct } from '../support/product';

const NGINX = process.env.NGINX ?? '/usr/sbin/nginx';
const CLIENTS = 32;
const SECONDS = Number(process.env.SECONDS ?? 5);
const ROUNDS = Number(process.env.ROUNDS ?? 3);
const READY_MS_MAX = 10_000;
const MISSES_A_SECOND_MAX = 3;
const PICTURE_BYTES = 3 * 1024 * 1024;
const BEHIND = 'behind nginx';
const ALONE = 'the app alone';

type Front = { origin: string; stop(): Promise<void> };

/** Runs nginx with the documented file; ports and folders alone are others. */
async function startFront(appOrigin: string): Promise<Front> {
  const folder = mkdtempSync(join(tmpdir(), 'candor-front-'));
  // Its workers are another user.
  chmodSync(folder, 0o755);
  const port = await getFreePort();
  mkdirSync(join(folder, 'cache'));
  const file = join(folder, 'nginx.conf');
  const text = readFileSync('docs/front.nginx.conf', 'utf8')
    .replace('127.0.0.1:3000', new URL(appOrigin).host)
    .replace('listen 8080', `listen 127.0.0.1:${port}`)
    .replace('/var/run/candor-nginx.pid', join(folder, 'pid'))
    .replace('/var/cache/candor', join(folder, 'cache'));
  writeFileSync(file, text);
  const child = spawn(NGINX, ['-p', folder, '-e', join(folder, 'error.log'), '-c', file, '-g', 'daemon off;'], { stdio: 'inherit' });
  await waitFor(`http://127.0.0.1:${port}/api/health`, child);
  return {
    origin: `http://127.0.0.1:${port}`,
    stop: async () => {
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGQUIT');
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function waitFor(url: string, child: ChildProcess): Promise<void> {
  const end = Date.now() + READY_MS_MAX;
  while (Date.now() < end && child.exitCode === null) {
    if (
      await fetch(url).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error('nginx did not start');
}

/** What was started, newest first: whatever fails, all of it is stopped. */
const started: { stop(): Promise<void> }[] = [];
function keep<S extends { stop(): Promise<void> }>(server: S): S {
  started.unshift(server);
  return server;
}

async function measure(): Promise<void> {
  const product = keep(await startProduct());
  const body = await (await fetch(`${product.origin}/api/markets`)).text();
  const plain = keep(await startPlainApp({ body }));
  const front = keep(await startFront(product.origin));
  const ways: Record<string, { line: Line; path: string }> = {
    [BEHIND]: { line: openLine(front.origin, CLIENTS), path: '/api/markets' },
    [ALONE]: { line: openLine(product.origin, CLIENTS), path: '/api/markets' },
    'bare handler of the framework': { line: openLine(plain.origin, CLIENTS), path: '/answer' },
  };
  const rates: Record<string, number[]> = {};
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const [name, { line, path }] of Object.entries(ways)) {
      const { rate } = await runLoad({ clients: CLIENTS, seconds: SECONDS, work: () => line.get(path) });
      // The first round warms the compiler.
      if (round >= 0) rates[name] = [...(rates[name] ?? []), rate];
    }
  }
  const asked = await countAsked(front.origin);
  const faults = await findFaults(front.origin);
  await Promise.all(Object.values(ways).map(({ line }) => line.close()));
  for (const [name, measured] of Object.entries(rates)) printRow({ name, rates: measured, unit: 'answers/s' });
  const ratio = median(rates[BEHIND] ?? []) / median(rates[ALONE] ?? []);
  printVerdict({
    what: 'market list behind nginx, beside the app alone',
    value: `${ratio.toFixed(1)} x`,
    wanted: 'at least 2 x',
    isReached: ratio >= 2,
  });
  printVerdict({
    what: 'different answers that the app gave in a second of reads behind nginx',
    value: String(asked),
    wanted: `at most ${MISSES_A_SECOND_MAX}`,
    isReached: asked <= MISSES_A_SECOND_MAX,
  });
  printVerdict({
    what: 'what nginx refuses or keeps that it must not',
    value: faults.join(', ') || 'nothing',
    wanted: 'nothing',
    isReached: faults.length === 0,
  });
}

/** Every answer of the app bears a number of its own, which a cache hands on. */
async function countAsked(origin: string): Promise<number> {
  const seen = new Set<string | null>();
  const end = Date.now() + 1_000;
  while (Date.now() < end) seen.add((await fetch(`${origin}/api/markets`)).headers.get('x-request-id'));
  return seen.size;
}

/** A picture of 3 MB reaches the app, which refuses it for want of a session; two private reads at once are two answers, and kept by nobody. */
async function findFaults(origin: string): Promise<string[]> {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(PICTURE_BYTES)]), 'picture.jpg');
  const upload = await fetch(`${origin}/api/pictures`, { method: 'POST', body: form, headers: { origin } });
  const own = await Promise.all([0, 1].map(() => fetch(`${origin}/api/session`)));
  const ids = new Set(own.map(({ headers }) => headers.get('x-request-id')));
  return [
    ...(upload.headers.has('x-request-id') ? [] : [`a picture: ${upload.status}`]),
    ...(ids.size === own.length ? [] : ['two private reads were one']),
  ];
}

if (!existsSync(NGINX)) throw new Error(`no nginx at ${NGINX}; NGINX names another one`);
try {
  await measure();
} finally {
  for (const server of started) await server.stop();
}
