import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { TEST_CERTIFICATE, TEST_CERTIFICATE_KEY } from '../../tests/helpers/test-certificate';
import { coinBalance } from '../protocol/balances';
import { isServiceProof } from '../protocol/service-proof';
import { callLegacy, closeLegacyPools } from './call-legacy';
import { openLegacyStream } from './open-stream';

const GOOD = '{"status":1,"info":{"available":"1","held":"0"},"url":""}';
const BFF_KEY = 'k'.repeat(32);
let folder: string;
let caFile: string;
let baseUrl: string;
let server: Server;
const keys: unknown[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trust-'));
  caFile = join(folder, 'ca.pem');
  writeFileSync(caFile, TEST_CERTIFICATE);
  server = createServer({ key: TEST_CERTIFICATE_KEY, cert: TEST_CERTIFICATE }, (request, response) => {
    keys.push(request.headers['x-bff-key']);
    if (request.url?.includes('stream')) response.writeHead(200, { 'content-type': 'text/event-stream' }).end('data: over TLS\n\n');
    else response.end(GOOD);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `https://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
});
afterEach(() => closeLegacyPools());
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true });
});

const ask = (target: { caFile?: string }) => callLegacy(coinBalance, { coin: 'USDT' }, { target: { baseUrl, bffKey: BFF_KEY, ...target } });

it('security: a backend whose certificate nobody signed is asked nothing, and never gets the key', async () => {
  await expect(ask({})).rejects.toMatchObject({ code: 'LEGACY_UNREACHABLE' });
  expect(keys).toEqual([]);
});

it('security: the certificates of an own file are trusted, for calls and for the stream', async () => {
  expect((await ask({ caFile })).answer).toMatchObject({ available: '1' });
  Object.assign(process.env, { LEGACY_API_URL: baseUrl, LEGACY_API_CA: caFile, SESSION_SECRET: BFF_KEY, BFF_KEY, SANDBOX: '1' });
  let text = '';
  for await (const chunk of await openLegacyStream({ lastId: null, signal: AbortSignal.timeout(10_000) }))
    text += Buffer.from(chunk).toString();
  expect(text).toBe('data: over TLS\n\n');
  const proofs = keys.filter((given) => given !== undefined);
  expect(proofs.map((given) => isServiceProof('app', { given: String(given), key: BFF_KEY, now: Date.now() }))).toEqual([true, true]);
});

it('error: a file that is not there is named by its setting', () =>
  expect(ask({ caFile: join(folder, 'none.pem') })).rejects.toThrow('LEGACY_API_CA'));
