import { expect, it } from 'vitest';
import { createRateLimiter } from './rate-limit';

it('lets a burst through, then as many as the rate refills', () => {
  const limiter = createRateLimiter({ perSecond: 2, burst: 3 });
  expect([0, 0, 0, 0].map((at) => limiter.take('a', at))).toEqual([true, true, true, false]);
  expect([400, 500, 500, 1_000].map((at) => limiter.take('a', at))).toEqual([false, true, false, true]);
  expect(limiter.take('b', 0)).toBe(true);
});

it('remembers no more keys than its bound, the latest used', () => {
  const limiter = createRateLimiter({ perSecond: 0, burst: 1 }, 2);
  for (const key of ['a', 'b', 'a', 'c']) limiter.take(key, 0);
  expect(limiter.take('a', 0)).toBe(false);
  expect(limiter.take('b', 0)).toBe(true);
});
