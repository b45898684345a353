import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { Session } from '../../lib/dto/session';
import { SHOWN_MODE_HEADER, SHOWN_USER_HEADER } from '../../lib/dto/shown-account';
import { type AppProcess, type Browser, nextHeaders, startApp } from '../helpers/app-process';
import { BFF_KEY, type ExchangeProcess, startExchange } from '../helpers/exchange-process';

vi.mock('next/headers', () => nextHeaders);

/** What the app sent to the exchange: addresses, and what proves the app. */
const sent: { line: string; proof: string }[] = [];
let exchange: ExchangeProcess;
let between: Server;
let app: AppProcess;

/** Opens a server that notes what passes through it to the exchange. */
async function openBetween(target: string): Promise<string> {
  between = createServer(async (request, response) => {
    sent.push({ line: `${request.method} ${request.url}`, proof: String(request.headers['x-bff-key']) });
    const parts: Uint8Array[] = [];
    for await (const part of request) parts.push(part as Uint8Array);
    const { host: _host, connection: _connection, 'content-length': _length, ...headers } = request.headers as Record<string, string>;
    const body = parts.length === 0 ? null : Buffer.concat(parts);
    const answer = await fetch(new URL(request.url ?? '', target), { method: request.method ?? 'GET', headers, body });
    const cookies = answer.headers.getSetCookie();
    if (cookies.length > 0) response.setHeader('set-cookie', cookies);
    response.setHeader('content-type', 'application/json; charset=utf-8').end(Buffer.from(await answer.arrayBuffer()));
  });
  // As at `openStubServer`.
  between.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => between.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(between.address() as AddressInfo).port}${new URL(target).pathname}`;
}

beforeAll(async () => {
  exchange = await startExchange({ FILES_KEY: 'A'.repeat(43) });
  const LEGACY_API_URL = await openBetween(exchange.base);
  Object.assign(process.env, { LEGACY_API_URL, SANDBOX: '1', SESSION_SECRET: 's'.repeat(32), BFF_KEY, RATE_LIMIT: 'off' });
  app = await startApp();
});
afterAll(async () => {
  between?.closeAllConnections();
  between?.close();
  await exchange?.remove();
});
beforeEach(() => void sent.splice(0));

const account = privateKeyToAccount(generatePrivateKey());

async function signIn(): Promise<{ browser: Browser; signature: string }> {
  const browser: Browser = new Map();
  const { body } = await app.post(browser, '/api/session/wallet/message', { address: account.address, chainId: 1 });
  const { message } = body as { message: string };
  const signature = await account.signMessage({ message });
  expect((await app.post(browser, '/api/session/wallet', { message, signature })).status).toBe(200);
  return { browser, signature };
}
async function shownTo(browser: Browser): Promise<Record<string, string>> {
  const { user } = (await app.get(browser, '/api/session')).body as Session;
  return { [SHOWN_USER_HEADER]: user?.userId ?? '', [SHOWN_MODE_HEADER]: user?.mode ?? '' };
}

it('security: no signature, code, name or address of a person stands in an address between app and exchange', async () => {
  const { browser, signature } = await signIn();
  expect((await app.post(browser, '/api/session/mode', { mode: 'real' }, await shownTo(browser))).status).toBe(200);
  const bound = await app.post(browser, '/api/security/authenticator/bind', { code: '123456' }, await shownTo(browser));
  expect((bound.body as { error: { code: string } }).error.code).toMatch(/^TWO_FACTOR_/);
  const lines = sent.map(({ line }) => line.toLowerCase());
  expect(lines).toEqual(expect.arrayContaining(['post /api/login/walletlogin', 'post /api/user/gagoogle']));
  for (const secret of [signature, account.address, '123456'])
    expect(lines.filter((line) => line.includes(secret.toLowerCase()))).toEqual([]);
});

it('security: the app proves its key by what counts for minutes, and never sends it', async () => {
  await signIn();
  expect(sent.map(({ line }) => line.toLowerCase())).toContain('post /api/login/walletlogin');
  // Whether a backend takes a proof is asked before one is made, and again after a while.
  const told = sent.filter(({ line, proof }) => line !== 'GET /api/x/features' || proof !== 'undefined');
  for (const { line, proof } of told) expect([line, proof]).toEqual([line, expect.stringMatching(/^\d{10}\.[\w-]{43}$/)]);
});
