import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { handleCsv } from './csv';

const ORIGIN = 'https://console.candor.example';
const SECRET = 's'.repeat(40);
const TOKEN = 't'.repeat(43);
let isOver = false;
const headers = new Headers({ 'x-forwarded-for': '203.0.113.7' });
/** As in a server: what belongs to the request is there until it is answered. */
const ofRequest = <T>(value: T): Promise<T> => (isOver ? Promise.reject(new Error('outside of a request')) : Promise.resolve(value));
vi.mock('next/headers', () => ({ headers: () => ofRequest(headers), cookies: () => ofRequest({ get: () => ({ value: TOKEN }) }) }));

type Asked = { after: string | null; from: string | null; session: string | null };
const asked: Asked[] = [];
/** The exchange, with a file of three pages, or of many of `size` rows; `refusal` is what it says in place of the first one. */
function stubExchange(refusal: { status: number; message: string } | null = null, { pages = 3, size = 1 } = {}) {
  vi.stubGlobal('fetch', async (_url: string, { body, headers: sent }: { body: string; headers: Record<string, string> }) => {
    const { after } = JSON.parse(body) as { after: string | null };
    asked.push({ after, from: sent['x-operator-from'] ?? null, session: sent['x-operator-session'] ?? null });
    if (refusal !== null) return Response.json({ error: { code: 'NOT_ALLOWED', message: refusal.message } }, { status: refusal.status });
    const page = Number(after ?? 0);
    return Response.json({
      data: {
        columns: ['Job'],
        rows: Array.from({ length: size }, () => [`row ${page}`]),
        next: page < pages - 1 ? String(page + 1) : null,
      },
    });
  });
}
beforeEach(() => {
  isOver = false;
  asked.length = 0;
  Object.assign(process.env, {
    ...{ SESSION_SECRET: SECRET, BFF_KEY: SECRET, PUBLIC_ORIGIN: ORIGIN, SANDBOX: '1', TRUSTED_PROXIES: 'platform' },
    ...{ OPERATOR_CONSOLE: '1', CONSOLE_KEY: SECRET },
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function take(reason = 'month end') {
  const body = new URLSearchParams({ report: 'jobs', day: '2026-03-01', reason, filters: '{}' });
  const sent = { origin: ORIGIN, 'content-length': String(body.toString().length) };
  return handleCsv(new Request(`${ORIGIN}/api/operator/csv`, { method: 'POST', headers: sent, body }));
}

it('a file of many pages goes on after its answer began: each page is asked for by the same operator, from the same place', async () => {
  stubExchange();
  const answer = await take();
  isOver = true;
  expect(answer.status).toBe(200);
  expect(await answer.text()).toBe('Job\r\nrow 0\r\nrow 1\r\nrow 2\r\n');
  expect(asked).toEqual([null, '1', '2'].map((after) => ({ after, from: '203.0.113.7', session: TOKEN })));
});

it('error: a file with more rows than one holds says so in its last line, and fails instead of ending', async () => {
  stubExchange(null, { pages: 101, size: 2_000 });
  const reader = ((await take()).body as ReadableStream<Uint8Array>).getReader();
  let [text, failure] = ['', null as unknown];
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) text = new TextDecoder().decode(part.value);
  } catch (error) {
    failure = error;
  }
  expect(text).toMatch(/row 99\r\n"INCOMPLETE: [^"]*200,000 rows[^"]*"\r\n$/);
  expect(String(failure)).toContain('200,000 rows');
  stubExchange(null, { pages: 100, size: 2_000 });
  expect((await (await take()).text()).split('\r\n')).toHaveLength(200_002);
});

it('a reason at its longest is taken in every script', async () => {
  stubExchange();
  expect((await take('中'.repeat(500))).status).toBe(200);
});

it('error: who may not take a file is told so in format, and no file begins', async () => {
  stubExchange({ status: 403, message: 'tia (treasurer) may not see this list.' });
  const answer = await take();
  expect([answer.status, answer.headers.get('content-type'), answer.headers.get('content-disposition')]).toEqual([
    403,
    'text/plain; charset=utf-8',
    null,
  ]);
  expect(await answer.text()).toBe('tia (treasurer) may not see this list.\n');
});

it('error: a body that is no form is refused in format, and the exchange is not asked', async () => {
  stubExchange();
  for (const type of ['text/plain', 'multipart/form-data; boundary=x']) {
    const sent = { origin: ORIGIN, 'content-length': '3', 'content-type': type };
    const answer = await handleCsv(new Request(`${ORIGIN}/api/operator/csv`, { method: 'POST', headers: sent, body: 'a=b' }));
    expect([answer.status, await answer.text()]).toEqual([400, 'The request was refused: REQUEST_INVALID.\n']);
  }
  expect(asked).toEqual([]);
});

it('security: files are asked for as often as anything else of the console', async () => {
  stubExchange();
  vi.useFakeTimers({ toFake: ['Date'] });
  const statuses = new Set<number>();
  for (let n = 0; n < 450; n += 1) statuses.add((await take()).status);
  expect([...statuses]).toEqual([200, 429]);
});
