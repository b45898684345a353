#!/usr/bin/env node
// `npm run operator:console`: the operators' console, a process of its own beside a running exchange, on loopback unless OPERATOR_HOST says
// otherwise. In a sandbox it prints a link for each of the two operators, good for one sign-in. With --dev it is rebuilt on every change.
import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { ensureBuilt } from './launch/build.mjs';
import { makeLinks } from './launch/operator-links.mjs';
import { probeHost, requireFreePort, waitFor } from './launch/ports.mjs';
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
    url: `http://${probeHost(host)}:${port}/operator/sign-in`,
    timeoutMs: READY_TIMEOUT_MS,
    isGone: () => isStopping,
    accepts: () => true,
  });
  if (!isStopping) {
    if (!isUp) throw new Error('The console did not answer; its messages stand above.');
    server.answered();
    for (const line of await makeLinks({ dataDir, consoleKey, exchangePort, origin })) say(line);
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

async function stop(code) {
  if (isStopping) return;
  isStopping = true;
  await server?.stop(STOP_GRACE_MS);
  process.exit(code);
}
