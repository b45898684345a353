import { afterAll, beforeEach, expect, test } from 'vitest';
import { openStubServer, type StubAnswer } from '../../../tests/helpers/stub-server';

const PRICES = { status: 1, url: { btc_usdt: { '0': 'BTC/USDT', '1': 'USDT', '2': '60000', '8': '1' } } };
const REPORT = { status: 1, info: { at: 1, parts: [], incidents: [] } };
const OURS = { status: 1, info: { sandbox: false, feed: 'live', features: ['spot', 'stream'] } };
const BAD_GATEWAY = '<!doctype html><title>Bad gateway</title>';

let answers: { features: StubAnswer; status: StubAnswer; prices: StubAnswer };
const stub = await openStubServer((path) => {
  if (path.includes('/x/features')) return answers.features;
  return path.includes('/x/status') ? answers.status : answers.prices;
});
afterAll(() => stub.stop());
Object.assign(process.env, { SESSION_SECRET: 's'.repeat(32), BFF_KEY: 'b'.repeat(32), SANDBOX: '1', LEGACY_API_URL: `${stub.url}/api` });

/** Asks anew, past what was read a moment ago. */
async function read() {
  const { getEnv } = await import('../../env');
  Object.assign(getEnv(), { isLegacyApiOurs: false });
  Reflect.deleteProperty(globalThis, Symbol.for('candor.coalescer'));
  const { readStatus } = await import('./read-status');
  return readStatus('en');
}

beforeEach(() => {
  Reflect.deleteProperty(globalThis, Symbol.for('candor.features'));
  answers = { features: null, status: null, prices: PRICES };
});

test('a backend of the 56 calls says nothing of itself, and answers as long as it tells prices', async () => {
  expect(await read()).toEqual({ kind: 'untold', at: expect.any(Number) });
  answers.prices = { status: 1, url: {} };
  expect(await read()).toBeNull();
});

test('error: what stands before a backend is no answer of its own', async () => {
  answers = { features: BAD_GATEWAY, status: BAD_GATEWAY, prices: BAD_GATEWAY };
  expect(await read()).toBeNull();
});

test('an exchange that has a report shows it, and its silence about itself is none of the kind', async () => {
  answers = { features: OURS, status: REPORT, prices: PRICES };
  expect(await read()).toMatchObject({ kind: 'told', status: { at: 1, parts: [] } });
  answers.status = null;
  expect(await read()).toBeNull();
});
