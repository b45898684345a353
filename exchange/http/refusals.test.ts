import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { placeSpotOrder } from '../../lib/protocol/spot';
import { DomainError } from '../platform/domain-error';
import { createMetrics } from '../platform/metrics';
import { UNLISTED } from './refusals';
import { handle } from './register-call';
import { createServer } from './server';

const KEY = 'k'.repeat(40);
const SESSION = 'S'.repeat(43);
const cookie = `candor_exchange=${SESSION}`;
const ORDER = 'market=BTC-USDT&type=buy&kind=limit&price=1&num=1&request_id=r1234567890123456789';
/** Refusals for lack of a right, as other calls have them. */
const RIGHTS = ['STEP_UP_REQUIRED', 'ACCOUNT_FROZEN', 'LOGIN_FAILED', 'LOGIN_WAIT'] as const;
const lines: Record<string, unknown>[] = [];
const log = pino({ base: null }, { write: (line: string) => void lines.push(JSON.parse(line)) });
const metrics = createMetrics(log);
let refusal: DomainError;
let now = 0;
const app = createServer({
  calls: [handle({ ...placeSpotOrder, errors: [...placeSpotOrder.errors, ...RIGHTS] }, () => Promise.reject(refusal))],
  bffKey: KEY,
  clock: { now: () => now },
  log,
  metrics,
  authenticate: async (token) => (token === SESSION ? { userId: '7', username: 'ann', mode: 'real', sessionId: '1' } : null),
  isRateLimited: false,
});
beforeAll(() => app.ready());
afterAll(() => app.close());
beforeEach(() => {
  lines.length = 0;
  now += 3_600_000;
});

const send = (payload: string, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url: '/api/Mobile/Trade/upTrade2',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-bff-key': KEY, 'x-client-ip': '203.0.113.77', ...headers },
    payload,
  });
const countOf = async (code: string) =>
  Number(new RegExp(`^exchange_refused_calls_total\\{code="${code}"\\} (\\d+)$`, 'm').exec((await metrics.render()).body)?.[1] ?? 0);

describe('security: a refused call is a line and a number', () => {
  it('of a stranger, by call, code and network', async () => {
    await send(ORDER);
    expect(lines).toMatchObject([{ call: placeSpotOrder.id, code: 'SESSION_REQUIRED', network: '203.0.113.*', msg: 'a call was refused' }]);
    expect(await countOf('SESSION_REQUIRED')).toBe(1);
  });

  it.each(RIGHTS)('of a member, for %s, without who it is', async (code) => {
    refusal = new DomainError(code, { detail: 'hunter2' });
    await send(ORDER, { cookie, 'x-client-ip': '2001:db8:1:2:3::4' });
    expect(lines).toMatchObject([{ code, network: '2001:db8:1:*' }]);
    expect(JSON.stringify(lines)).not.toMatch(/hunter2|ann|userId|3::4|BTC/);
    expect(await countOf(code)).toBe(1);
  });

  it('of input that no schema takes, without the input', async () => {
    await send(ORDER.replace('limit', 'secret-word'), { cookie });
    expect(lines).toMatchObject([{ call: placeSpotOrder.id, code: 'REQUEST_INVALID' }]);
    expect(JSON.stringify(lines)).not.toMatch(/secret-word/);
  });

  it('not where the market or the account says no', async () => {
    refusal = new DomainError('INSUFFICIENT_BALANCE', { params: { asset: 'USDT' } });
    await send(ORDER, { cookie });
    expect(lines).toEqual([]);
    expect(await countOf('INSUFFICIENT_BALANCE')).toBe(0);
  });

  it('whose lines a scanner does not make without end, while each is counted', async () => {
    const before = await countOf('SESSION_REQUIRED');
    for (let n = 0; n < 100; n += 1) await send(ORDER);
    expect(lines).toHaveLength(60);
    expect(await countOf('SESSION_REQUIRED')).toBe(before + 100);
    now += 2_000;
    for (let n = 0; n < 5; n += 1) await send(ORDER);
    expect(lines).toHaveLength(62);
  });
});

it('a code that the entry of a call does not list is answered all the same, counted and written down; what any call may be refused with is not', async () => {
  refusal = new DomainError('WALLET_TAKEN');
  const answer = await send(ORDER, { cookie });
  expect(answer.json()).toMatchObject({ status: 0, code: 'WALLET_TAKEN' });
  expect(lines).toMatchObject([{ call: placeSpotOrder.id, code: 'WALLET_TAKEN', msg: UNLISTED }]);
  expect((await metrics.render()).body).toContain(`exchange_unlisted_refusals_total{call="${placeSpotOrder.id}",code="WALLET_TAKEN"} 1`);
  lines.length = 0;
  refusal = new DomainError('NOT_DONE_IN_TIME');
  await send(ORDER, { cookie });
  expect(lines).toEqual([]);
});
