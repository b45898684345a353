import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { watchRequests } from './own-headers';

let server: Server;
let origin: string;
beforeAll(async () => {
  watchRequests({ isHttps: false });
  server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const kept = url.searchParams.get('kept');
    if (kept !== null) response.setHeader('Cache-Control', kept);
    response.statusCode = Number(url.searchParams.get('status') ?? 200);
    response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

it('security: what the API answers is kept by nobody unless its handler says so', async () => {
  const cacheOf = async (path: string) => (await fetch(origin + path)).headers.get('cache-control');
  expect(await Promise.all(['/api/x', '/api/x?status=500', '/api/x?kept=public', '/tab1'].map(cacheOf))).toEqual([
    'no-store',
    'no-store',
    'public',
    null,
  ]);
});

it('a refused method is told which one is taken', async () => {
  expect((await fetch(`${origin}/api/x?status=405`, { method: 'POST' })).headers.get('allow')).toBe('GET, HEAD, OPTIONS');
});
