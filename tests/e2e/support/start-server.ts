import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { getFreePort } from '../../helpers/free-port';

const READY_TIMEOUT_MS = 300_000;

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
