import { afterAll, beforeEach, expect, test } from 'vitest';
import { openStubServer, type StubAnswer } from '../../../tests/helpers/stub-server';

const PAGE = '<!doctype html><title>Bad gateway</title>';
const LIST = { status: 1, info: { sandbox: true, feed: 'simulation', features: ['spot', 'staking'] } };
const SLOTS = { read: Symbol.for('candor.coalescer'), known: Symbol.for('candor.features') };

let answer: StubAnswer = PAGE;
const stub = await openStubServer(() => answer);
afterAll(() => stub.stop());
Object.assign(process.env, { SESSION_SECRET: 's'.repeat(32), BFF_KEY: 'b'.repeat(32), SANDBOX: '1', LEGACY_API_URL: `${stub.url}/api` });

/** Asks anew, past what was read a moment ago; `kind`: whose the backend is said to be. */
async function ask(kind: 'own' | 'foreign') {
  const { getEnv } = await import('../../env');
  Object.assign(getEnv(), { isLegacyApiOurs: kind === 'own' });
  Reflect.deleteProperty(globalThis, SLOTS.read);
  const { findFeatures, getFeatures } = await import('./get-features');
  return { strict: await getFeatures().catch((error: { code: string }) => error.code), frame: await findFeatures() };
}

beforeEach(() => {
  Reflect.deleteProperty(globalThis, SLOTS.known);
});

test('error: an answer that can not be read is no word of what our exchange offers', async () => {
  answer = PAGE;
  expect(await ask('own')).toEqual({
    strict: 'LEGACY_MALFORMED',
    frame: { isSandbox: true, isSimulated: true, feed: null, features: [] },
  });
});

test('error: nor of a backend that said before what it offers', async () => {
  answer = LIST;
  const { frame } = await ask('foreign');
  expect(frame.features).toEqual(['spot', 'staking']);
  answer = PAGE;
  expect(await ask('foreign')).toEqual({ strict: 'LEGACY_MALFORMED', frame });
});

test('a backend of others that answers so has no such list, and offers what the 56 calls are enough for', async () => {
  answer = PAGE;
  const basic = { isSandbox: false, isSimulated: false, feed: null, features: ['spot', 'kyc'] };
  expect(await ask('foreign')).toEqual({ strict: basic, frame: basic });
});
