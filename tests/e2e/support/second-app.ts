import { spawn } from 'node:child_process';
import { request } from 'node:http';
import { type Exchange, startFaultyBackend } from '../../faults/support/faulty-backend';
import { getFreePort } from '../../helpers/free-port';

const READY_TIMEOUT_MS = 240_000;
/** The app's own bound of 50 s, in a test's time. */
const LEGACY_TIMEOUT_MS = 1_000;

export type SecondApp = {
  origin: string;
  /** Breaks every answer of the exchange; null lets them through again. */
  breakWith(fault: ((exchange: Exchange) => void) | null): void;
  close(): Promise<void>;
};

/** Starts another app on the exchange of the product under test, which knows the same sessions, over a line that a test can break. */
export async function startSecondApp(): Promise<SecondApp> {
  const backend = await startFaultyBackend();
  backend.answer = passOn;
  const port = await getFreePort();
  const { E2E_SESSION_SECRET: SESSION_SECRET = '', E2E_BFF_KEY: BFF_KEY = '' } = process.env;
  const own = { LEGACY_API_URL: backend.baseUrl, LEGACY_TIMEOUT_MS: String(LEGACY_TIMEOUT_MS), SESSION_SECRET, BFF_KEY };
  const server = spawn(process.execPath, ['node_modules/next/dist/bin/next', 'start', '-p', String(port)], {
    stdio: 'ignore',
    env: {
      ...process.env,
      ...own,
      SANDBOX: '1',
      RATE_LIMIT: 'off',
      WALLET_GUARD: 'off',
      NODE_ENV: 'production',
      NEXT_TELEMETRY_DISABLED: '1',
    },
  });
  const origin = `http://localhost:${port}`;
  const end = Date.now() + READY_TIMEOUT_MS;
  while (
    !(await fetch(`${origin}/api/health`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (server.exitCode != null || Date.now() > end) throw new Error('the second app did not start');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return {
    origin,
    breakWith: (fault) => {
      backend.answer = fault ?? passOn;
    },
    close: async () => {
      const gone = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGKILL');
      await gone;
      await backend.close();
    },
  };
}

/** Asks the exchange the same, and answers as it does. */
function passOn({ request: asked, response, form }: Exchange): void {
  const { host: _host, connection: _connection, ...headers } = asked.headers;
  const sent = request(`${process.env.E2E_EXCHANGE}${asked.url}`, { method: asked.method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  sent.on('error', () => response.destroy());
  response.on('close', () => sent.destroy());
  sent.end(asked.method === 'POST' ? form : undefined);
}
