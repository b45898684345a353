import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { BFF_KEY } from '../../tests/helpers/exchange-process';
import { getFreePort } from '../../tests/helpers/free-port';

const READY_TIMEOUT_MS = 300_000;
const STOP_GRACE_MS = 20_000;
/** Enough of the log to explain a failed start. */
const LOG_LENGTH_MAX = 20_000;
const PROBE = resolve('bench/support/memory-probe.mjs');

export type Memory = { rss: number; heap: number; stalledSockets: number };
export type Server = {
  /** As a browser sees it, without a trailing slash. */
  origin: string;
  /** Base of the exchange's calls, ending in `/api`. */
  exchangeBase: string;
  /** Memory of the app's process in bytes, after a garbage collection. */
  readMemory(): Promise<Memory>;
  stop(): Promise<void>;
};

/** Runs a program of Node until it says what `isReady` waits for. `probe` is part of the name of the process whose memory is read. */
export async function runServer(input: {
  args: string[];
  env: Record<string, string>;
  cwd?: string;
  probe: string;
  isReady: RegExp;
  origin: string;
}): Promise<Server> {
  const probePort = await getFreePort();
  const env = {
    ...process.env,
    ...input.env,
    PROBE_OF: input.probe,
    PROBE_PORT: String(probePort),
    NODE_OPTIONS: `--import=file://${PROBE}`,
  };
  const child = spawn(process.execPath, input.args, { cwd: input.cwd ?? process.cwd(), stdio: ['ignore', 'pipe', 'pipe'], env });
  let log = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (log = (log + chunk).slice(-LOG_LENGTH_MAX)));
  const end = Date.now() + READY_TIMEOUT_MS;
  while (!input.isReady.test(log)) {
    if (child.exitCode !== null || Date.now() > end) throw new Error(`the server did not start:\n${log}`);
    await new Promise((done) => setTimeout(done, 10));
  }
  return {
    origin: input.origin,
    exchangeBase: '',
    readMemory: async () => (await (await fetch(`http://127.0.0.1:${probePort}/`)).json()) as Memory,
    stop: async () => {
      const deaths = log.split('\n').filter((line) => / stopped \(/.test(line));
      for (const line of deaths) console.log(`a server died while it was measured: ${line}`);
      await stop(child);
    },
  };
}

/** Builds the product where needed and starts it as `npm start` does, in sandbox mode, on free ports (or PORT and EXCHANGE_PORT) and an empty folder. */
export async function startProduct({ env = {}, cwd }: { env?: Record<string, string>; cwd?: string } = {}): Promise<Server> {
  const port = process.env.PORT ?? String(await getFreePort());
  const exchangePort = process.env.EXCHANGE_PORT ?? String(await getFreePort());
  const dataDir = mkdtempSync(join(process.env.DATA_DIR ?? tmpdir(), 'candor-bench-'));
  const whole = { SANDBOX: '1', RATE_LIMIT: 'off', ...env, BFF_KEY, PORT: port, EXCHANGE_PORT: exchangePort, DATA_DIR: dataDir };
  const server = await runServer({
    args: ['scripts/start.mjs'],
    env: whole,
    probe: 'next/dist/bin/next',
    isReady: /^Ready:/m,
    origin: `http://localhost:${port}`,
    ...(cwd === undefined ? {} : { cwd }),
  });
  return {
    ...server,
    exchangeBase: `http://127.0.0.1:${exchangePort}/api`,
    stop: async () => {
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((done) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_GRACE_MS);
    child.once('exit', () => {
      clearTimeout(timer);
      done();
    });
    child.kill('SIGTERM');
  });
}
