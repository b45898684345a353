import { describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../api/endpoints';
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
  it('prices for a second, rules for a minute, and both a moment longer while a cache asks anew', () => {
    expect(headersOf('markets')['Cache-Control']).toBe('public, max-age=1, s-maxage=1, stale-while-revalidate=1');
    expect(headersOf('rules')['Cache-Control']).toBe('public, max-age=60, s-maxage=60, stale-while-revalidate=240');
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
