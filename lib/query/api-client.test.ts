import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { balances } from '../api/account';
import { signInPassword } from '../api/sign-in';
import { pictureUpload } from '../api/files';
import { order, orders, placeOrder } from '../api/spot';
import { ACCOUNT_CHANGED_EVENT, type ApiError, isAborted, readApi, SESSION_LOST_EVENT, sendApi, sendShown, sendUpload } from './api-client';

const ORDER = { symbol: 'BTC-USDT', side: 'buy', kind: 'market', quantity: '1', requestId: 'r'.repeat(16) } as const;
const heard: { type: string; detail: unknown }[] = [];
const asked: { path: string; headers: Headers }[] = [];
const answers = new Map<string, { status: number; body: unknown }>();

beforeEach(() => {
  heard.length = 0;
  asked.length = 0;
  answers.clear();
  vi.stubGlobal('window', { dispatchEvent: (event: CustomEvent) => heard.push({ type: event.type, detail: event.detail }) });
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    asked.push({ path, headers: new Headers(init?.headers) });
    const { status, body } = answers.get(path) ?? { status: 404, body: {} };
    return new Response(JSON.stringify(body), { status });
  });
});
afterEach(() => vi.unstubAllGlobals());

const refuse = (path: string, status: number, code: string, params = {}) =>
  answers.set(path, { status, body: { error: { code, params, requestId: 'x' } } });
const session = (signedIn: boolean) => answers.set('/api/session', { status: 200, body: { signedIn, user: null } });

describe('a 401', () => {
  it('ends the session of the page when the browser holds no other one', async () => {
    refuse('/api/balances', 401, 'SESSION_EXPIRED');
    session(false);
    await expect(readApi(balances, {})).rejects.toMatchObject({ code: 'SESSION_EXPIRED' });
    await expect.poll(() => heard).toEqual([{ type: SESSION_LOST_EVENT, detail: { code: 'SESSION_EXPIRED' } }]);
  });
  it('that comes late, from a session before this one, ends nothing', async () => {
    refuse('/api/balances', 401, 'SESSION_EXPIRED');
    session(true);
    await expect(readApi(balances, {})).rejects.toMatchObject({ code: 'SESSION_EXPIRED' });
    await expect.poll(() => asked.map(({ path }) => path)).toEqual(['/api/balances', '/api/session']);
    await new Promise((resolve) => setTimeout(resolve));
    expect(heard).toEqual([]);
  });
  it('of a wrong password says nothing of the session', async () => {
    refuse('/api/session/password', 401, 'LOGIN_FAILED');
    await expect(sendApi(signInPassword, { username: 'ada', password: 'x' })).rejects.toMatchObject({ code: 'LOGIN_FAILED' });
    expect([heard, asked.length]).toEqual([[], 1]);
  });
});

it('a write names the account that its screen shows, and a page hears when it is another one by now', async () => {
  refuse('/api/spot/orders', 409, 'ACCOUNT_CHANGED', { now: 'real' });
  const sent = sendShown(placeOrder, ORDER, { userId: '7', mode: 'demo' });
  await expect(sent).rejects.toMatchObject({ code: 'ACCOUNT_CHANGED', isOutcomeUnknown: false });
  expect([asked[0]?.headers.get('x-shown-user'), asked[0]?.headers.get('x-shown-mode')]).toEqual(['7', 'demo']);
  expect(heard.map(({ type, detail }) => [type, (detail as ApiError).params])).toEqual([[ACCOUNT_CHANGED_EVENT, { now: 'real' }]]);
});

it('a write that a server in between refuses with words of its own was not done; one that broke there may have been', async () => {
  const send = (status: number) => {
    answers.set('/api/spot/orders', { status, body: '<h1>refused</h1>' });
    return sendShown(placeOrder, ORDER, { userId: '7', mode: 'demo' });
  };
  for (const status of [403, 413, 429])
    await expect(send(status)).rejects.toMatchObject({ code: 'LEGACY_MALFORMED', isOutcomeUnknown: false });
  for (const status of [500, 502, 504])
    await expect(send(status)).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN', isOutcomeUnknown: true });
});

it('what the path names is put into it, the rest is asked for in the query', async () => {
  answers.set('/api/spot/orders/a%2Fb', { status: 200, body: 'one' });
  answers.set('/api/spot/orders?symbol=BTC-USDT&state=open', { status: 200, body: 'list' });
  expect(await readApi(order, { id: 'a/b' })).toBe('one');
  expect(await readApi(orders, { symbol: 'BTC-USDT', state: 'open', page: undefined })).toBe('list');
});

it('an upload that its page calls off is told from one that failed', async () => {
  type Heard = { onabort(): void; onerror(): void };
  const made: Heard[] = [];
  vi.stubGlobal('XMLHttpRequest', function make() {
    const request = { upload: {}, open: vi.fn(), setRequestHeader: vi.fn(), send: vi.fn(), onabort: vi.fn(), onerror: vi.fn() };
    made.push(request);
    return Object.assign(request, { abort: () => request.onabort() });
  });
  const send = () => sendUpload(pictureUpload, { file: new Blob(['x']) }, { onProgress: () => undefined });
  const [calledOff, failed] = [send(), send()];
  calledOff.abort();
  made[1]?.onerror();
  expect(isAborted(await calledOff.answer.catch((error: unknown) => error))).toBe(true);
  expect(isAborted(await failed.answer.catch((error: unknown) => error))).toBe(false);
});
