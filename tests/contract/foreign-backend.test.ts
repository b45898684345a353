import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { callLegacy, closeLegacyPools } from '../../lib/legacy/call-legacy';
import { openLegacyStream } from '../../lib/legacy/open-stream';
import { walletLogin } from '../../lib/protocol/sign-in';

const BFF_KEY = 'k'.repeat(40);
const FIELDS = { username: '0xab', ip: '203.0.113.9', is_cs: '1', message: 'sign me', signature: '0x12' } as const;
const seen: [string | undefined, unknown][] = [];
let server: Server;

beforeAll(async () => {
  server = createServer((request, response) => {
    seen.push([`${request.method} ${request.url?.split('?')[0]}`, request.headers['x-bff-key']]);
    if (request.url?.includes('stream')) response.writeHead(200, { 'content-type': 'text/event-stream' }).end('data: here\n\n');
    else response.end('{"status":1,"info":"welcome"}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const LEGACY_API_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
  Object.assign(process.env, { LEGACY_API_URL, LEGACY_API_KIND: 'foreign', SESSION_SECRET: BFF_KEY, BFF_KEY, SANDBOX: '1' });
});
afterAll(async () => {
  await closeLegacyPools();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

it('a backend that is said to be another’s is asked as its interface says, for calls and for the stream, and never who it is', async () => {
  await callLegacy(walletLogin, FIELDS);
  let text = '';
  for await (const chunk of await openLegacyStream({ lastId: null, signal: AbortSignal.timeout(10_000) }))
    text += Buffer.from(chunk).toString();
  expect(text).toBe('data: here\n\n');
  expect(seen).toEqual([
    ['GET /api/Login/walletLogin', BFF_KEY],
    [expect.stringMatching(/^GET .*stream/), BFF_KEY],
  ]);
});
