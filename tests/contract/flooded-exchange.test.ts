import type { AddressInfo } from 'node:net';
import { createServer as createProxy, type Server } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { createServer } from '../../exchange/http/server';
import { handle } from '../../exchange/http/register-call';
import { createLogger } from '../../exchange/platform/logger';
import { createMetrics } from '../../exchange/platform/metrics';
import { callLegacy, closeLegacyPools } from '../../lib/legacy/call-legacy';
import { features } from '../../lib/protocol/extensions';
import { walletLogin } from '../../lib/protocol/sign-in';

const BFF_KEY = 'k'.repeat(40);
/** More than an address may ask at once. */
const FLOOD_MAX = 300;
const FIELDS = { username: '0xab', ip: '203.0.113.9', is_cs: '1', message: 'sign me', signature: '0x12' } as const;
const ends: (() => unknown)[] = [];

afterEach(async () => {
  await closeLegacyPools();
  for (const end of ends.splice(0)) await end();
});

/** An exchange of ours whose clock stands, so that no bucket fills again. */
function openExchange() {
  const log = createLogger('silent');
  const now = Date.now();
  const calls = [handle(features, async () => ({ sandbox: false, feed: 'live' as const, features: ['posted'] }))];
  const options = { calls, bffKey: BFF_KEY, clock: { now: () => now }, log, metrics: createMetrics(log), authenticate: async () => null };
  const exchange = createServer(options);
  ends.push(() => exchange.close());
  return exchange;
}

/** Asks as anybody may, from the address of the proxy, until the exchange has enough of it. */
async function flood(exchange: ReturnType<typeof openExchange>): Promise<void> {
  let code: string | undefined;
  for (let n = 0; n < FLOOD_MAX && code === undefined; n += 1)
    code = (await exchange.inject({ method: 'GET', url: '/api/x/features' })).json<{ code?: string }>().code;
  expect(code).toBe('RATE_LIMITED');
}

/** What ends TLS in front of an exchange: every caller comes from its address. With `isDown` it answers for itself. */
async function startProxy(target: string) {
  const proxy = { isDown: false, lines: [] as string[], keys: [] as unknown[], baseUrl: '' };
  const server: Server = createProxy(async (request, response) => {
    proxy.lines.push(`${request.method} ${request.url}`);
    proxy.keys.push(request.headers['x-bff-key']);
    if (proxy.isDown) return void response.writeHead(502).end('<html>502 Bad Gateway</html>');
    const { host: _host, connection: _connection, 'content-length': _length, ...headers } = request.headers as Record<string, string>;
    const parts: Uint8Array[] = [];
    for await (const part of request) parts.push(part as Uint8Array);
    const body = parts.length === 0 ? null : Buffer.concat(parts);
    const answer = await fetch(new URL(request.url ?? '', target), { method: request.method ?? 'GET', headers, body });
    response.end(await answer.text());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ends.push(
    () => server.closeAllConnections(),
    () => new Promise((resolve) => server.close(resolve)),
  );
  proxy.baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
  return proxy;
}

const signIn = (baseUrl: string) =>
  callLegacy(walletLogin, FIELDS, { target: { baseUrl, bffKey: BFF_KEY }, ip: '203.0.113.9' }).then(
    () => 'success',
    (error: { code: string }) => error.code,
  );

it.each([
  ['a flood of what one address may ask', false, 'FEATURE_NOT_OFFERED'],
  ['a proxy that says 502', true, 'LEGACY_UNREACHABLE'],
])('security: %s makes the app show neither its key nor a signature in an address', async (_name, isDown, code) => {
  const exchange = openExchange();
  const proxy = await startProxy(await exchange.listen({ host: '127.0.0.1', port: 0 }));
  if (isDown) proxy.isDown = true;
  else await flood(exchange);
  // The call is not built in this exchange; what counts is how it was sent.
  expect(await signIn(proxy.baseUrl)).toBe(code);
  expect(proxy.lines).toEqual(['GET /api/x/features', 'POST /api/Login/walletLogin']);
  expect(proxy.keys).toEqual([undefined, expect.stringMatching(/^\d{10}\.[\w-]{43}$/)]);
});
