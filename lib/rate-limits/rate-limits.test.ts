import { describe, expect, it } from 'vitest';
import { sourceOf } from './address-source';
import { createTokenBuckets } from './token-buckets';

describe('security: the source of an address', () => {
  it.each([
    ['203.0.113.5', '203.0.113.5'],
    ['::ffff:203.0.113.5', '203.0.113.5'],
    ['::FFFF:cb00:7105', '203.0.113.5'],
    ['0:0:0:0:0:ffff:203.0.113.5', '203.0.113.5'],
    ['2001:db8:0:7::9', '2001:db8:0:7::/64'],
    ['2001:0DB8:0000:0007:ffff:ffff:ffff:ffff', '2001:db8:0:7::/64'],
    ['2001:db8::7:0:0:0:9', '2001:db8:0:7::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['nonsense', 'nonsense'],
    ['1::2::3', '1::2::3'],
  ])('%s is %s', (address, source) => expect(sourceOf(address)).toBe(source));
  it('may be wider', () => expect(sourceOf('2001:db8:1:2::3', 48)).toBe('2001:db8:1::/48'));
});

describe('security: token buckets', () => {
  it('let a burst through, then as many as come back with time, each key apart', () => {
    const buckets = createTokenBuckets({ perSecond: 2, burst: 3 });
    expect([0, 0, 0, 0].map((at) => buckets.take('a', at))).toEqual([true, true, true, false]);
    expect([400, 500, 500, 1_000].map((at) => buckets.take('a', at))).toEqual([false, true, false, true]);
    expect(buckets.take('b', 0)).toBe(true);
  });
  it('stay empty when the clock is set back', () => {
    const buckets = createTokenBuckets({ perSecond: 1, burst: 1 });
    buckets.take('a', 10_000);
    expect(buckets.take('a', 0)).toBe(false);
  });
  it('are never flushed by junk: an empty one stays empty through 10,000 other keys, in bounded memory', () => {
    const buckets = createTokenBuckets({ perSecond: 0.001, burst: 2 }, 100);
    for (let n = 0; n < 3; n += 1) buckets.take('guesser', 0);
    for (let n = 0; n < 10_000; n += 1) buckets.take(`junk ${n}`, n);
    expect(buckets.take('guesser', 10_000)).toBe(false);
    expect(buckets.size).toBeLessThanOrEqual(100 + 256);
  });
  it('keep a full one for whoever has it while junk fills the rest', () => {
    const buckets = createTokenBuckets({ perSecond: 0.001, burst: 10 }, 100);
    buckets.take('member', 0);
    for (let n = 0; n < 10_000; n += 1) buckets.take(`junk ${n}`, 0);
    expect(buckets.take('member', 0)).toBe(true);
  });
  it('make room by forgetting those that are full again', () => {
    const buckets = createTokenBuckets({ perSecond: 1, burst: 1 }, 2);
    for (const key of ['a', 'b']) buckets.take(key, 0);
    buckets.take('c', 1_000);
    expect([buckets.size, buckets.take('c', 1_000)]).toEqual([2, false]);
  });
});
