#!/usr/bin/env node
// `npm run operator:console`: the operators' console, a process of its own beside a running exchange, on loopback unless OPERATOR_HOST says
// otherwise. In a sandbox it prints a link for each of the two operators, good for one sign-in. With --dev it is rebuilt on every change.
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ensureBuilt } from './launch/build.mjs';
import { requireFreePort, waitFor } from './launch/ports.mjs';
import { readConsoleKey } from './launch/secrets.mjs';
import { supervise } from './launch/supervise.mjs';

const READY_TIMEOUT_MS = 120_000;
const STOP_GRACE_MS = 3_000;

const isDev = process.argv.includes('--dev');
const port = process.env.OPERATOR_PORT ?? '3100';
const host = process.env.OPERATOR_HOST ?? '127.0.0.1';
const origin = process.env.OPERATOR_ORIGIN ?? `http://localhost:${port}`;
const exchangePort = process.env.EXCHANGE_PORT ?? '4600';
const dataDir = resolve(process.env.DATA_DIR ?? '.data');
const say = (text) => process.stdout.write(`${text}\n`);
let server = null;
let isStopping = false;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void stop(0));
try {
  await requireFreePort({ port: Number(port), host, variable: 'OPERATOR_PORT' });
  const consoleKey = readConsoleKey({ dataDir });
  if (!isDev) await ensureBuilt({ only: ['web'], say });
  server = launch(consoleKey);
  const isUp = await waitFor({
    url: `http://127.0.0.1:${port}/operator/sign-in`,
    timeoutMs: READY_TIMEOUT_MS,
    isGone: () => isStopping,
    accepts: () => true,
  });
  if (!isStopping) {
    if (!isUp) throw new Error('The console did not answer; its messages stand above.');
    server.answered();
    for (const line of await readLinks(consoleKey)) say(line);
    say(`Ready: ${origin}/operator`);
  }
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  await stop(1);
}

function launch(consoleKey) {
  const next = ['node_modules/next/dist/bin/next', isDev ? 'dev' : 'start', '-p', port, '-H', host];
  // Secrets of the public app's own, of which the console has none: it can neither read a member's session nor speak for the public app.
  const foreign = { SESSION_SECRET: randomBytes(36).toString('base64url'), BFF_KEY: randomBytes(36).toString('base64url') };
  const env = {
    ...foreign,
    OPERATOR_CONSOLE: '1',
    CONSOLE_KEY: consoleKey,
    PUBLIC_ORIGIN: origin,
    EXCHANGE_PORT: exchangePort,
    NODE_ENV: isDev ? 'development' : 'production',
    NEXT_TELEMETRY_DISABLED: '1',
  };
  return supervise({
    name: 'console',
    args: next,
    env,
    readyLine: /✓ Ready/,
    onLine: (line) => {
      if (/error|⨯|stopped/i.test(line)) say(`console | ${line}`);
    },
    onGiveUp: () => void stop(1),
  });
}

/** Returns what to print of the ways in: links in a sandbox, whose keys lie in the data folder. */
async function readLinks(consoleKey) {
  const file = join(dataDir, 'operator-keys.json');
  if (!existsSync(file)) return [];
  const lines = [];
  for (const [name, key] of Object.entries(JSON.parse(readFileSync(file, 'utf8')))) {
    try {
      const answer = await fetch(`http://127.0.0.1:${exchangePort}/operator/links.make`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-console-key': consoleKey },
        body: JSON.stringify({ key }),
      });
      if (answer.ok) lines.push(`Sign in as ${name} (once): ${origin}/operator/link#${(await answer.json()).data.token}`);
    } catch {
      return ['The exchange does not answer: start it with npm start, then start this again.'];
    }
  }
  return lines;
}

async function stop(code) {
  if (isStopping) return;
  isStopping = true;
  await server?.stop(STOP_GRACE_MS);
  process.exit(code);
}
