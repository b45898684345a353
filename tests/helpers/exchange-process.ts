import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UNLISTED } from '../../exchange/http/refusals';
import { createLogger } from '../../exchange/platform/logger';
import { hashMigrations, migrate } from '../../exchange/platform/migrate';
import { openPglite } from '../../exchange/platform/pglite';
import { MIGRATIONS_DIR } from '../../exchange/platform/test-database';
import { ensureBuilt } from '../../scripts/launch/build.mjs';
import { getFreePort } from './free-port';
import { layOnce } from './lay-once';

export const BFF_KEY = 'tests-only-key-0123456789-0123456789';
/** A bound for a machine that does much else. */
const READY_TIMEOUT_MS = 280_000;
const POLL_MS = 50;
const MIGRATED = '.cache/exchange-database';
/** Whether it is built is found out by reading all sources: once. */
let built: Promise<void> | null = null;
/**
 * The embedded database is compiled once and quickly: what the optimizing compiler makes of its busiest parts costs a third of a start, and a test ends before it
 * is of use. What is measured has it.
 */
const QUICK_START = process.env.VITEST === undefined ? [] : ['--liftoff-only'];
/** Enough of the log to explain a failed start. */
const LOG_LENGTH_MAX = 20_000;

export type ExchangeProcess = {
  /** Base of its calls, ending in `/api`. */
  base: string;
  /** Folder of its embedded database. */
  dataDir: string;
  log(): string;
  /** `kill -9`, then waits until it is gone. */
  kill(): Promise<void>;
  /** Starts it again on the same folder and port. */
  reopen(): Promise<void>;
  /** How long the last start took until it answered, in ms; what was laid for it before is not part of it. */
  lastStartMs(): number;
  /** Starts it and kills it so many ms later, wherever its start has come by then. */
  startAndKill(afterMs: number): Promise<void>;
  /** Stops its clock, as a machine that sleeps does, or lets it go on. */
  freeze(isFrozen: boolean): void;
  /** Ends it and removes its folder. */
  remove(): Promise<void>;
  /** Runs the operator command line on its database; the exchange must not run when the database is the embedded one. */
  operate(...args: string[]): Promise<{ code: number; output: string }>;
};

/**
 * Returns a folder with an embedded database that has all migrations, to be copied. It is made once for each state of the migrations: a first start in an
 * empty folder takes seconds of processor time.
 */
export async function layDatabase(): Promise<string> {
  const hash = await hashMigrations(MIGRATIONS_DIR);
  return layOnce(MIGRATED, hash.slice(0, 16), async (draft) => {
    const db = await openPglite(draft);
    try {
      await migrate(db, MIGRATIONS_DIR, createLogger('silent'));
    } finally {
      await db.close();
    }
  });
}

/** Builds the exchange where needed and starts it as a process of its own on a free port and a new folder, in sandbox mode. */
export async function startExchange(env: Record<string, string> = {}): Promise<ExchangeProcess> {
  built ??= ensureBuilt({ only: ['exchange'] });
  await built;
  const port = await getFreePort();
  const dataDir = mkdtempSync(join(tmpdir(), 'candor-exchange-'));
  if (env.DATABASE_URL === undefined) cpSync(await layDatabase(), dataDir, { recursive: true });
  const base = `http://127.0.0.1:${port}/api`;
  const whole = {
    ...process.env,
    SANDBOX: '1',
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'warn',
    ...env,
    BFF_KEY,
    DATA_DIR: dataDir,
    EXCHANGE_PORT: String(port),
  };
  let child: ChildProcess | null = null;
  let log = '';

  const launch = () => {
    const started = run('main', [], whole);
    for (const stream of [started.stdout, started.stderr]) stream?.on('data', (chunk) => (log = (log + chunk).slice(-LOG_LENGTH_MAX)));
    child = started;
    return started;
  };
  let startMs = 0;
  const open = async () => {
    const began = Date.now();
    await waitUntilReady({ base, child: launch(), log: () => log });
    startMs = Date.now() - began;
  };
  const kill = async (signal: NodeJS.Signals) => {
    if (child == null || child.exitCode != null || child.signalCode != null) return;
    const gone = new Promise((resolve) => child?.once('exit', resolve));
    child.kill(signal);
    await gone;
  };
  await open();
  return {
    base,
    dataDir,
    log: () => log,
    kill: () => kill('SIGKILL'),
    reopen: open,
    lastStartMs: () => startMs,
    startAndKill: async (afterMs) => {
      launch();
      await new Promise((resolve) => setTimeout(resolve, afterMs));
      await kill('SIGKILL');
    },
    freeze: (isFrozen) => void child?.kill(isFrozen ? 'SIGSTOP' : 'SIGCONT'),
    remove: async () => {
      await kill('SIGKILL');
      rmSync(dataDir, { recursive: true, force: true });
    },
    operate: (...args) =>
      new Promise((resolve) => {
        let output = '';
        const operator = run('operator', args, whole);
        for (const stream of [operator.stdout, operator.stderr]) stream?.on('data', (chunk) => (output += chunk));
        operator.once('exit', (code) => resolve({ code: code ?? 1, output }));
      }),
  };
}

function run(program: 'main' | 'operator', args: string[], env: NodeJS.ProcessEnv): ChildProcess {
  return spawn(
    process.execPath,
    [...QUICK_START, '--enable-source-maps', '--import', './scripts/watch-parent.mjs', `.build/exchange/${program}.mjs`, ...args],
    {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { ...env, PARENT_WATCH: '1' },
    },
  );
}

async function waitUntilReady({ base, child, log }: { base: string; child: ChildProcess; log: () => string }) {
  const end = Date.now() + READY_TIMEOUT_MS;
  while (Date.now() < end && child.exitCode == null) {
    try {
      const answer = await fetch(`${base}/x/features`);
      if (answer.ok) return;
    } catch {
      // Not listening yet.
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  throw new Error(`the exchange did not start:\n${log()}`);
}

/** Returns the calls that a handler refused with a code which the catalogue doesn't list, as the log says them. */
export function listUnlisted(log: string): string[] {
  const lines = log.split('\n').filter((line) => line.includes(UNLISTED));
  return lines.map((line) => /"call":"([^"]+)","code":"([^"]+)"/.exec(line)?.slice(1).join(' ') ?? line);
}
