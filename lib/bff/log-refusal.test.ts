import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { nextHeaders } from '../../tests/helpers/app-process';
import { serveExport as serveData } from './data-export/serve-export';
import { serveExport } from './exports/serve-export';
import { handle } from './handle';
import type { Operation } from './operation';

vi.mock('next/headers', () => nextHeaders);

const SECRET = 's'.repeat(32);
const ORIGIN = 'https://candor.example';
const lines: string[] = [];
beforeEach(() => {
  lines.length = 0;
  Object.assign(process.env, { SESSION_SECRET: SECRET, BFF_KEY: SECRET, PUBLIC_ORIGIN: ORIGIN, SANDBOX: '1', TRUSTED_PROXIES: 'platform' });
  vi.spyOn(process.stderr, 'write').mockImplementation((chunk) => {
    lines.push(String(chunk));
    return true;
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const operation = {
  ...{ id: 'thing', method: 'POST', access: 'public', path: '/api/thing', rate: 'write', summary: '' },
  input: z.strictObject({ name: z.string() }),
  output: z.object({}),
  run: () => Promise.resolve({}),
} as unknown as Operation;
const ask = (origin: string, body: string) =>
  handle(
    operation,
    new Request(`${ORIGIN}/api/thing`, {
      method: 'POST',
      headers: { origin, 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.77' },
      body,
    }),
  );

describe('security: what the app refuses by itself is a line of the log', () => {
  it('for a write that came from elsewhere, by address of the call, code and network', async () => {
    expect((await ask('https://elsewhere.example', '{"name":"mallory"}')).status).toBe(403);
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { level: 'info', where: 'POST /api/thing', code: 'ORIGIN_REFUSED', network: '203.0.113.*' },
    ]);
    expect(lines.join()).not.toMatch(/mallory|elsewhere|113\.77/);
  });

  it('for what is no input, without the input, and not for what went well', async () => {
    expect((await ask(ORIGIN, '{"secret word"')).status).toBe(400);
    expect((await ask(ORIGIN, '{"name":"ann"}')).status).toBe(200);
    expect(lines.map((line) => JSON.parse(line).code)).toEqual(['REQUEST_INVALID']);
    expect(lines.join()).not.toContain('secret word');
  });

  it('for a file, without what was asked for', async () => {
    const file = (path: string) => new Request(`${ORIGIN}${path}`, { headers: { 'x-forwarded-for': '203.0.113.77' } });
    const params = Promise.resolve({ list: 'records.csv' });
    expect((await serveExport(file('/api/exports/records.csv?kind=secret'), { params })).status).toBe(401);
    expect((await serveData(file('/api/account/export.zip'))).status).toBe(401);
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { where: 'GET /api/exports', code: 'SESSION_REQUIRED', network: '203.0.113.*' },
      { where: 'GET /api/account/export.zip', code: 'SESSION_REQUIRED', network: '203.0.113.*' },
    ]);
    expect(lines.join()).not.toMatch(/secret|113\.77/);
  });

  it('and no more than 60 of a code at once', async () => {
    vi.useFakeTimers({ now: Date.now() + 3_600_000, toFake: ['Date'] });
    for (let n = 0; n < 80; n += 1) await ask('https://elsewhere.example', '{}');
    expect(lines).toHaveLength(60);
  });
});
