import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CATALOGUE } from '../../lib/protocol/catalogue';
import * as markets from '../../lib/protocol/markets';
import { placeSpotOrder } from '../../lib/protocol/spot';
import { faucet } from '../../lib/protocol/extensions';
import { monotonicNow } from '../platform/clock';
import { DeadlineExceeded } from '../platform/db';
import { DomainError } from '../platform/domain-error';
import { createLogger } from '../platform/logger';
import { createMetrics } from '../platform/metrics';
import { type CallContext, handle } from './register-call';
import { createServer } from './server';

const KEY = 'k'.repeat(40);
const SESSION = 'S'.repeat(43);
/** The token of somebody whose session the database doesn't say in time. */
const OUTAGE = 'O'.repeat(43);
const cookie = `other=1; candor_exchange=${SESSION}`;
const calls: { id: string; input: unknown; context: CallContext }[] = [];
const note = (id: string, input: unknown, context: CallContext) => calls.push({ id, input, context });

const handlers = [
  handle(markets.candles, async (input, context) => {
    note('candles', input, context);
    return [];
  }),
  handle(markets.marketList, async (input, context) => {
    note('list', input, context);
    return {};
  }),
  handle(markets.marketListOfType, async (input, context) => {
    note('listOfType', input, context);
    return {};
  }),
  handle(placeSpotOrder, async (input, context) => {
    note('place', input, context);
    throw new DomainError('INSUFFICIENT_BALANCE', { params: { asset: 'USDT' }, detail: 'not for users' });
  }),
  handle(markets.tradeInfo, async () => {
    throw new DeadlineExceeded('slow');
  }),
  handle(faucet, async () => {
    throw new Error('SELECT secret FROM somewhere');
  }),
];

const log = createLogger('silent');
const options = {
  calls: handlers,
  bffKey: KEY,
  clock: { now: () => 0 },
  log,
  metrics: createMetrics(log),
  authenticate: async (token: string) => {
    if (token === OUTAGE) throw new DeadlineExceeded('outage');
    return token === SESSION ? { userId: '7', username: 'ann', mode: 'real' as const, sessionId: '1' } : null;
  },
};
const app = createServer({ ...options, isRateLimited: false });
beforeAll(() => app.ready());
afterAll(() => app.close());

type Envelope = {
  status: number;
  info: unknown;
  url: unknown;
  code?: string;
  state?: number;
  params?: Record<string, string>;
  request?: string;
};
async function get(url: string, headers: Record<string, string> = {}): Promise<Envelope> {
  const reply = await app.inject({ method: 'GET', url, headers });
  expect(reply.statusCode).toBe(200);
  expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
  return reply.json<Envelope>();
}
async function post(url: string, payload: string, headers: Record<string, string> = {}): Promise<Envelope> {
  const reply = await app.inject({
    method: 'POST',
    url,
    payload,
    headers: { 'content-type': 'application/x-www-form-urlencoded', cookie, ...headers },
  });
  expect(reply.statusCode).toBe(200);
  return reply.json<Envelope>();
}

const ORDER = { market: 'BTC-USDT', type: 'buy', kind: 'limit', price: '1.5', num: '2', request_id: 'r'.repeat(20) };
const order = (change: Record<string, string>) => new URLSearchParams({ ...ORDER, ...change }).toString();
const PLACE = '/api/Mobile/Trade/upTrade2';

describe('paths', () => {
  it.each(['/api/ajax/kxianb/name/BTC-USDT/time/60', '/api/AJAX/KXianB/Name/BTC-USDT/TIME/60/', '/api//ajax/kxianb/name/BTC-USDT/time/60'])(
    'finds %s',
    async (path) => {
      expect(await get(path)).toEqual({ status: 1, info: [], url: '' });
      expect(calls.at(-1)).toMatchObject({ id: 'candles', input: { name: 'BTC-USDT', time: '60' } });
    },
  );

  it('tells the two market lists apart and carries their rows in url', async () => {
    expect(await get('/api/ajax/allcoin_a/id/1/type/0/coin/')).toEqual({ status: 1, info: '', url: {} });
    expect(calls.at(-1)).toMatchObject({ id: 'listOfType', input: { type: '0' } });
    await get('/api/ajax/allcoin_a/id/1/type/0?coin=BTC');
    expect(calls.at(-1)).toMatchObject({ id: 'list', input: { id: '1', type: '0', coin: 'BTC' } });
  });

  it.each([
    '/',
    '/api',
    '/api/',
    '/api/nothing',
    '/user/center',
    '/api/../api/nothing',
    '/api/%zz',
    '/api/user/center/x',
    `/api/${'a/'.repeat(3000)}`,
  ])('answers status 0 to %s', async (path) => {
    expect(await get(path)).toMatchObject({ status: 0, url: '' });
  });

  it('refuses another method than the catalogue says', async () => {
    expect(await post('/api/user/center', '')).toMatchObject({ code: 'METHOD_REFUSED' });
    expect((await app.inject({ method: 'DELETE', url: '/api/user/center' })).json()).toMatchObject({ code: 'METHOD_REFUSED' });
  });
});

describe('calls without a handler', () => {
  const unbuilt = CATALOGUE.filter((call) => !handlers.some((built) => built.call.id === call.id)).map((call) => ({ call, id: call.id }));
  it.each(unbuilt)('$id says "not offered yet", after access', async ({ call }) => {
    const url = `/api${call.path.startsWith('/') ? '' : '/'}${call.path.replace(/\{[a-z]+\}/g, '1')}`;
    const send = (headers: Record<string, string>) =>
      app.inject({ method: call.method, url, headers }).then((reply) => reply.json<Envelope>());
    const bare = await send({});
    if (call.access === 'session') expect(bare).toMatchObject({ state: 401, status: 0, code: 'SESSION_REQUIRED' });
    if (call.access === 'bff') expect(bare).toMatchObject({ status: 0, code: 'BFF_KEY_REQUIRED' });
    expect(await send({ cookie, 'x-bff-key': KEY })).toMatchObject({ status: 0, info: 'Not offered yet', code: 'FEATURE_NOT_OFFERED' });
  });
});

describe('hostile input', () => {
  const numbers = [
    '-1',
    '+1',
    '1e5',
    '1E400',
    'NaN',
    'Infinity',
    '-0',
    '0x10',
    '٣',
    '１',
    '1,5',
    '1.',
    '.5',
    '1 ',
    ' 1',
    '01',
    '9'.repeat(21),
    '9'.repeat(60_000),
    '1.1234567890123456789',
    '1\u0000',
    '[1]',
    '{}',
    'null',
  ];
  it.each(numbers)('refuses the amount %j', async (num) => {
    const before = calls.length;
    expect(await post(PLACE, order({ num }))).toMatchObject({ status: 0, code: 'REQUEST_INVALID' });
    expect(calls.length).toBe(before);
  });

  const bodies: [string, string][] = [
    ['a field given twice', `${order({})}&num=3`],
    ['a field given twice by another spelling', `${order({})}&%6eum=3`],
    ['an array', `${order({})}&num[]=3`],
    ['an array with a place', `${order({})}&num%5B0%5D=3`],
    ['a prototype', `${order({})}&__proto__=1`],
    ['broken percent signs', 'market=%E0%A4%A'],
    ['bytes that are not UTF-8', 'market=%ff%fe'],
    ['too many fields', Array.from({ length: 41 }, (_, n) => `a${n}=1`).join('&')],
    ['nothing', ''],
    ['noise', '\u0001\u0002=\u0003'],
  ];
  it.each(bodies)('refuses %s', async (_name, body) => {
    const before = calls.length;
    expect(await post(PLACE, body)).toMatchObject({ status: 0, code: 'REQUEST_INVALID' });
    expect(calls.length).toBe(before);
  });

  it.each(['application/json', 'text/plain', 'multipart/form-data; boundary=x', 'application/x-www-form-urlencodedx'])(
    'refuses content type %s',
    async (type) => {
      expect(await post(PLACE, order({}), { 'content-type': type })).toMatchObject({ code: 'REQUEST_UNSUPPORTED' });
    },
  );

  it('refuses 64 KB and one byte', async () => {
    expect(await post(PLACE, `num=${'1'.repeat(64 * 1024 - 3)}`)).toMatchObject({ code: 'REQUEST_TOO_LARGE' });
  });

  it('refuses a query on a POST and names the field that is wrong', async () => {
    expect(await post(`${PLACE}?num=1`, order({}))).toMatchObject({ code: 'REQUEST_INVALID' });
    expect(await post(PLACE, order({ type: 'gift' }))).toMatchObject({ code: 'REQUEST_INVALID', params: { field: 'type' } });
  });
});

describe('answers', () => {
  it('carry code, text and params of a refusal, and no detail', async () => {
    expect(await post(PLACE, order({}))).toEqual({
      status: 0,
      info: 'Insufficient balance',
      url: '',
      code: 'INSUFFICIENT_BALANCE',
      params: { asset: 'USDT' },
    });
  });

  it('say nothing about a fault but a request id', async () => {
    const answer = await post('/api/x/faucet', 'coin=USDT&request_id=rrrrrrrrrrrrrrrrrrrr');
    expect(answer).toMatchObject({ status: 0, code: 'INTERNAL', info: 'Something went wrong on our side' });
    expect(answer.request).toMatch(/^[0-9a-f-]{36}$/);
    expect(JSON.stringify(answer)).not.toContain('secret');
  });
});

describe('the caller', () => {
  const path = '/api/ajax/kxianb/name/BTC-USDT/time/60';
  it('is believed about the client address only with the shared secret', async () => {
    await get(path, { 'x-client-ip': '5.6.7.8' });
    expect(calls.at(-1)?.context).toMatchObject({ ip: '127.0.0.1', isBff: false });
    await get(path, { 'x-client-ip': '5.6.7.8', 'x-bff-key': KEY });
    expect(calls.at(-1)?.context).toMatchObject({ ip: '5.6.7.8', isBff: true });
    await get(path, { 'x-client-ip': 'nonsense', 'x-bff-key': KEY });
    expect(calls.at(-1)?.context).toMatchObject({ ip: '127.0.0.1' });
  });

  it('is slowed down after 200 calls at once from one address, and others are not', async () => {
    const limited = createServer({ ...options, isRateLimited: true });
    const ask = async (ip: string) =>
      (await limited.inject({ url: path, headers: { 'x-bff-key': KEY, 'x-client-ip': ip } })).json<Envelope>();
    for (let n = 0; n < 200; n += 1) expect(await ask('1.1.1.1')).toMatchObject({ status: 1 });
    expect(await ask('1.1.1.1')).toMatchObject({ status: 0, code: 'RATE_LIMITED' });
    expect(await ask('1.1.1.2')).toMatchObject({ status: 1 });
    await limited.close();
  });

  it('security: is slowed down by /64, as one household has 2^64 addresses, and members are not by an address that they share', async () => {
    const limited = createServer({ ...options, isRateLimited: true });
    const ask = async (ip: string, more: Record<string, string> = {}) =>
      (await limited.inject({ url: path, headers: { 'x-bff-key': KEY, 'x-client-ip': ip, ...more } })).json<Envelope>();
    for (let n = 0; n < 200; n += 1) expect(await ask(`2001:db8:0:7::${n.toString(16)}`)).toMatchObject({ status: 1 });
    expect(await ask('2001:db8:0:7:ffff::1')).toMatchObject({ status: 0, code: 'RATE_LIMITED' });
    expect(await ask('2001:db8:0:8::1')).toMatchObject({ status: 1 });
    expect(await ask('2001:db8:0:7::1', { cookie })).toMatchObject({ status: 1 });
    await limited.close();
  });
});

it('error: a database that does not answer in time is told as that, for what reads and before anything was begun', async () => {
  const before = calls.length;
  expect((await get('/api/trade/tradeinfo?market=BTC-USDT&type=spot')).code).toBe('NOT_DONE_IN_TIME');
  const order = 'market=BTC-USDT&type=buy&kind=limit&price=1&num=1&request_id=r1234567890123456789';
  const refused = await post('/api/Mobile/Trade/upTrade2', order, { cookie: `candor_exchange=${OUTAGE}` });
  expect(refused.code).toBe('NOT_DONE_IN_TIME');
  expect(calls).toHaveLength(before);
});

it('tells a handler when its request arrived', async () => {
  const before = monotonicNow();
  await get('/api/ajax/kxianb/name/BTC-USDT/time/60');
  const { context } = calls.findLast(({ id }) => id === 'candles') as (typeof calls)[number];
  expect(context.arrivedAt).toBeGreaterThanOrEqual(before);
  expect(context.arrivedAt).toBeLessThanOrEqual(monotonicNow());
});
