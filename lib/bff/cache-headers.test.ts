import { describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../api/endpoints';
import { rules } from '../api/market';
import { perpetualTerms } from '../api/perpetual';
import { TERMS_EVERY_MS } from '../query/freshness';
import { readOptions } from '../query/reads';
import type { AppSession } from '../session/options';
import { cacheHeaders, isHeld } from './cache-headers';
import { OPERATIONS } from './operations';

const session = { userId: '7', mode: 'demo' } as AppSession;
const headersOf = (id: string, who: AppSession | null = null, text = '{}') => {
  const operation = OPERATIONS.find((one) => one.id === id);
  if (operation === undefined) throw new Error(id);
  return cacheHeaders(operation, who, { text });
};
const asking = (tags: string) => new Request('http://localhost/', { headers: { 'if-none-match': tags } });

describe('how an answer may be kept', () => {
  it('prices for a second, news for ten, and both a moment longer while a cache asks anew', () => {
    expect(headersOf('markets')['Cache-Control']).toBe('public, max-age=1, s-maxage=1, stale-while-revalidate=1');
    expect(headersOf('announcements')['Cache-Control']).toBe('public, max-age=10, s-maxage=10, stale-while-revalidate=50');
  });
  it.each([rules, perpetualTerms])('what a market charges, so that an open page shows it a minute late at most: $id', (endpoint) => {
    const [keptS = Number.NaN, renewedS = Number.NaN] =
      headersOf(endpoint.id)
        ['Cache-Control']?.match(/(?<=s-maxage=|revalidate=)\d+/g)
        ?.map(Number) ?? [];
    const readMs = Number(readOptions(endpoint, { symbol: 'BTC-USDT' }).staleTime) + TERMS_EVERY_MS;
    expect(readMs + (keptS + renewedS) * 1_000).toBeLessThanOrEqual(60_000);
  });
  it('is the same for everybody but where a session would change it', () => {
    expect([headersOf('markets').Vary, headersOf('book').Vary]).toEqual([undefined, 'Cookie']);
  });
  it('security: nobody keeps what a session has a part in, a write, or what says how things stand now', () => {
    for (const { id, access, method } of ENDPOINTS) {
      if (access === 'public' && method === 'GET') continue;
      expect([id, headersOf(id, session)]).toEqual([id, { 'Cache-Control': 'no-store' }]);
    }
    for (const id of ['balances', 'placeOrder', 'session', 'health', 'features', 'challenge', 'outbox'])
      expect([id, headersOf(id)]).toEqual([id, { 'Cache-Control': 'no-store' }]);
  });
});

describe('a tag', () => {
  it('is that of the text, and no other', () => {
    expect(headersOf('markets').ETag).toBe(headersOf('markets').ETag);
    expect(headersOf('markets', null, '{"a":1}').ETag).not.toBe(headersOf('markets').ETag);
  });
  it.each([
    ['itself', 'W/"a"', true],
    ['one of several', '"x", W/"a"', true],
    ['any', '*', true],
    ['another', 'W/"b"', false],
  ])('is held by whoever names %s', (_name, tags, expected) => {
    expect(isHeld(asking(tags), 'W/"a"')).toBe(expected);
  });
  it('is held by nobody where there is none', () => expect(isHeld(asking('*'), undefined)).toBe(false));
});
