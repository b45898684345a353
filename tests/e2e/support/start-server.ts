import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { getFreePort } from '../../helpers/free-port';

const READY_TIMEOUT_MS = 300_000;
const SECRET_BYTES = 32;

/** Starts the product as `npm start` does, with an empty data folder on free ports; the workers learn its address from the environment. */
export default async function startServer(): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'candor-e2e-'));
  const [port, exchangePort] = [await getFreePort(), await getFreePort()];
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    PORT: String(port),
    EXCHANGE_PORT: String(exchangePort),
    DATA_DIR: dataDir,
    RATE_LIMIT: 'off',
    // Terms and plans with a short day are followed to their end.
    SANDBOX_DAY_MS: '5000',
    SESSION_SECRET: randomBytes(SECRET_BYTES).toString('hex'),
    BFF_KEY: randomBytes(SECRET_BYTES).toString('hex'),
  };
  const server = spawn(process.execPath, ['scripts/start.mjs'], { stdio: ['ignore', 'pipe', 'pipe'], env });
  const log: string[] = [];
  for (const stream of [server.stdout, server.stderr]) createInterface({ input: stream }).on('line', (line) => log.push(line));
  const end = Date.now() + READY_TIMEOUT_MS;
  while (!log.some((line) => line.startsWith('Ready:'))) {
    if (server.exitCode != null || Date.now() > end) throw new Error(`the product did not start:\n${log.join('\n')}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  process.env.E2E_ORIGIN = `http://localhost:${port}`;
  // For a second app beside this one, which knows the same sessions and the same exchange.
  Object.assign(process.env, {
    E2E_EXCHANGE: `http://127.0.0.1:${exchangePort}`,
    E2E_SESSION_SECRET: env.SESSION_SECRET,
    E2E_BFF_KEY: env.BFF_KEY,
  });
  // Where the operators' console finds its key.
  process.env.E2E_DATA_DIR = dataDir;
  process.env.E2E_SERVER_PID = String(server.pid);
  return async () => {
    const gone = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGTERM');
    await gone;
    rmSync(dataDir, { recursive: true, force: true });
    const wrong = log.filter((line) => /unhandled|TypeError|ReferenceError/i.test(line));
    if (wrong.length > 0) throw new Error(`the servers logged faults:\n${wrong.join('\n')}`);
  };
}
