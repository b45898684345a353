#!/usr/bin/env node
// `npm start`: builds what is missing or older than its sources, starts the exchange (unless LEGACY_API_URL names another
// backend) and the app, and stops both when it is stopped. `npm run dev` (--dev): the same with rebuilding on every change.
import { resolve } from 'node:path';
import { ensureBuilt, exchangeBuildOptions, forgetExchangeBuild } from './launch/build.mjs';
import { requireFreePort, waitFor } from './launch/ports.mjs';
import { readConsoleKey, readSecrets } from './launch/secrets.mjs';
import { supervise } from './launch/supervise.mjs';

const NODE_MIN = [20, 19];
const READY_TIMEOUT_MS = 120_000;
/** An open live stream keeps the app's connections busy: it isn't waited for. */
const WEB_STOP_GRACE_MS = 3_000;
const EXCHANGE_STOP_GRACE_MS = 15_000;
const NEXT_BANNER = /^\s*$|^\s*(▲|✓|○|- (Local|Network|Environments|Experiments)|⚠ The "middleware" file convention)/;

const isDev = process.argv.includes('--dev');
const port = readPort('PORT', 3000);
const exchangePort = readPort('EXCHANGE_PORT', 4600);
const hasOwnExchange = !process.env.LEGACY_API_URL;
const dataDir = resolve(process.env.DATA_DIR ?? '.data');
const servers = [];
let isStopping = false;
const say = (text) => process.stdout.write(`${text}\n`);

try {
  checkNode();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void stop(0));
  await requireFreePort({ port, host: undefined, variable: 'PORT' });
  if (hasOwnExchange) await requireFreePort({ port: exchangePort, host: '127.0.0.1', variable: 'EXCHANGE_PORT' });
  await ensureBuilt({ only: [...(hasOwnExchange ? ['exchange'] : []), ...(isDev ? [] : ['web'])], say });
  if (!isStopping) await run();
} catch (error) {
  await fail(error.message);
}

async function run() {
  const env = {
    ...readSecrets({ dataDir }),
    DATA_DIR: dataDir,
    PORT: String(port),
    EXCHANGE_PORT: String(exchangePort),
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
  };
  const exchange = hasOwnExchange
    ? launch('exchange', ['--enable-source-maps', '.build/exchange/main.mjs'], { ...env, CONSOLE_KEY: readConsoleKey({ dataDir }) })
    : null;
  if (exchange && isDev) await rebuildOnChange(exchange);
  const next = ['node_modules/next/dist/bin/next', isDev ? 'dev' : 'start', '-p', String(port)];
  const web = launch('app', next, {
    ...env,
    // The public app is not the console, and doesn't know its key.
    OPERATOR_CONSOLE: '0',
    CONSOLE_KEY: '',
    NODE_ENV: isDev ? 'development' : 'production',
    NEXT_TELEMETRY_DISABLED: '1',
  });
  const isGone = () => isStopping;
  const exchangeIsUp =
    !exchange || (await waitFor({ url: `http://127.0.0.1:${exchangePort}/api/x/features`, timeoutMs: READY_TIMEOUT_MS, isGone }));
  if (exchangeIsUp) exchange?.answered();
  // Any answer of the app counts: another backend that is down just now shows on its screens, and is no reason to stop.
  const webIsUp =
    exchangeIsUp &&
    (await waitFor({ url: `http://127.0.0.1:${port}/api/health`, timeoutMs: READY_TIMEOUT_MS, isGone, accepts: () => true }));
  if (isStopping) return;
  if (!webIsUp)
    return fail(
      `The ${exchangeIsUp ? 'app' : 'exchange'} did not answer within ${READY_TIMEOUT_MS / 1000} seconds; its messages stand above.`,
    );
  web.answered();
  say(`Ready: http://localhost:${port}`);
  if (exchange) say("The operators' side: npm run operator:console, in another terminal");
}

function launch(name, args, env) {
  const readyLine = name === 'app' ? /✓ Ready/ : /^exchange ready /;
  const onLine = (line) => {
    if (!NEXT_BANNER.test(line)) say(`${name} | ${line}`);
  };
  const server = supervise({
    name,
    args,
    env,
    readyLine,
    onLine,
    onGiveUp: () => void fail(`The ${name} does not start; its messages stand above.`),
  });
  servers.push({ server, graceMs: name === 'app' ? WEB_STOP_GRACE_MS : EXCHANGE_STOP_GRACE_MS });
  return server;
}

async function rebuildOnChange(exchange) {
  const { context } = await import('esbuild');
  forgetExchangeBuild();
  let isFirst = true;
  const restart = {
    name: 'restart',
    setup: (build) =>
      build.onEnd((result) => {
        if (!isFirst && result.errors.length === 0) exchange.kick();
        isFirst = false;
      }),
  };
  await (await context({ ...exchangeBuildOptions(), plugins: [restart] })).watch();
}

async function stop(code) {
  if (isStopping) return;
  isStopping = true;
  // The app first, so that no request meets a closed exchange.
  for (const { server, graceMs } of servers.reverse()) await server.stop(graceMs);
  process.exit(code);
}

async function fail(text) {
  if (isStopping) return;
  process.stderr.write(`${text}\n`);
  await stop(1);
}

function readPort(variable, standard) {
  const text = process.env[variable] ?? String(standard);
  if (/^[0-9]{1,5}$/.test(text) && Number(text) > 0 && Number(text) < 65_536) return Number(text);
  process.stderr.write(`${variable} must be a port between 1 and 65535, not "${text}".\n`);
  process.exit(1);
}

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > NODE_MIN[0] || (major === NODE_MIN[0] && minor >= NODE_MIN[1])) return;
  throw new Error(`Node ${NODE_MIN.join('.')} or newer is needed; this is ${process.versions.node}.`);
}
