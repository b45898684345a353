import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { FullConfig } from '@playwright/test';
import { getFreePort } from '../../helpers/free-port';

const READY_TIMEOUT_MS = 300_000;
const SECRET_BYTES = 32;

/** What a test knows of the product under test; in its environment. */
type ServerEnv = {
  E2E_ORIGIN: string;
  /** For a second app beside this one, which knows the same sessions and the same exchange. */
  E2E_EXCHANGE: string;
  E2E_SESSION_SECRET: string;
  E2E_BFF_KEY: string;
  /** Where the operators' console finds its key. */
  E2E_DATA_DIR: string;
  E2E_SERVER_PID: string;
};
type Server = { env: ServerEnv; stop: () => Promise<readonly string[]> };

/**
 * Starts the product once for each worker, as `npm start` does, with an empty data folder on free ports: what a test kills or freezes is its
 * worker's alone. A worker learns its own from `takeServerOfWorker`.
 */
export default async function startServers({ workers }: Pick<FullConfig, 'workers'>): Promise<() => Promise<void>> {
  const servers: Server[] = [];
  const stop = async (): Promise<void> => {
    const wrong = (await Promise.all(servers.map((server) => server.stop()))).flat();
    if (wrong.length > 0) throw new Error(`the servers logged faults:\n${wrong.join('\n')}`);
  };
  try {
    // One after the other: the first builds what is missing, and begins with an empty folder; migrating one takes seconds of processor time.
    for (let count = 0; count < workers; count += 1) servers.push(await startServer(count > 0));
  } catch (error) {
    await stop().catch(() => undefined);
    throw error;
  }
  process.env.E2E_SERVERS = JSON.stringify(servers.map(({ env }) => env));
  return stop;
}

/** Puts the server of this worker into its environment; before the global setup there is none. */
export function takeServerOfWorker(): void {
  const { E2E_SERVERS: servers, TEST_PARALLEL_INDEX: place } = process.env;
  if (servers === undefined || place === undefined) return;
  Object.assign(process.env, (JSON.parse(servers) as ServerEnv[])[Number(place)]);
}

async function startServer(isLaid: boolean): Promise<Server> {
  const dataDir = mkdtempSync(join(tmpdir(), 'candor-e2e-'));
  if (isLaid) {
    // Workers load this file, too, and need nothing of an exchange.
    const { layDatabase } = await import('../../helpers/exchange-process');
    cpSync(await layDatabase(), dataDir, { recursive: true });
  }
  const [port, exchangePort] = [await getFreePort(), await getFreePort()];
  const secrets = { SESSION_SECRET: randomBytes(SECRET_BYTES).toString('hex'), BFF_KEY: randomBytes(SECRET_BYTES).toString('hex') };
  const server = spawn(process.execPath, ['scripts/start.mjs'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      ...secrets,
      PORT: String(port),
      EXCHANGE_PORT: String(exchangePort),
      DATA_DIR: dataDir,
      RATE_LIMIT: 'off',
      // Terms and plans with a short day are followed to their end.
      SANDBOX_DAY_MS: '5000',
    },
  });
  const log: string[] = [];
  for (const stream of [server.stdout, server.stderr]) createInterface({ input: stream }).on('line', (line) => log.push(line));
  const end = Date.now() + READY_TIMEOUT_MS;
  while (!log.some((line) => line.startsWith('Ready:'))) {
    if (server.exitCode != null || Date.now() > end) throw new Error(`the product did not start:\n${log.join('\n')}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return {
    env: {
      E2E_ORIGIN: `http://localhost:${port}`,
      E2E_EXCHANGE: `http://127.0.0.1:${exchangePort}`,
      E2E_SESSION_SECRET: secrets.SESSION_SECRET,
      E2E_BFF_KEY: secrets.BFF_KEY,
      E2E_DATA_DIR: dataDir,
      E2E_SERVER_PID: String(server.pid),
    },
    stop: async () => {
      const gone = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGTERM');
      await gone;
      rmSync(dataDir, { recursive: true, force: true });
      return log.filter((line) => /unhandled|TypeError|ReferenceError/i.test(line));
    },
  };
}
