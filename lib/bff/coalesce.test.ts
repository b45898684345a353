import { describe, expect, it } from 'vitest';
import { createCoalescer } from './coalesce';

describe('coalescing', () => {
  it('1,000 simultaneous reads are one call, and the next 250 ms are served from it', async () => {
    let now = 0;
    let calls = 0;
    const coalesce = createCoalescer({ now: () => now });
    const read = async () => ++calls;
    expect(new Set(await Promise.all(Array.from({ length: 1_000 }, () => coalesce('a', read))))).toEqual(new Set([1]));
    now = 249;
    expect(await coalesce('a', read)).toBe(1);
    now = 250;
    expect([await coalesce('a', read), await coalesce('b', read)]).toEqual([2, 3]);
  });
  it('an answer that may be older is shared as long as its reader says', async () => {
    let now = 0;
    let calls = 0;
    const coalesce = createCoalescer({ now: () => now });
    const read = async () => ++calls;
    await coalesce('list', read, 1_000);
    now = 999;
    expect(await coalesce('list', read, 1_000)).toBe(1);
    now = 1_000;
    expect(await coalesce('list', read, 1_000)).toBe(2);
  });
  it('error: a failure is not kept', async () => {
    const coalesce = createCoalescer();
    await expect(coalesce('a', () => Promise.reject(new Error('down')))).rejects.toThrow('down');
    expect(await coalesce('a', async () => 'up')).toBe('up');
  });
});
