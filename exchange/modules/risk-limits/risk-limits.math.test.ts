import { describe, expect, it } from 'vitest';
import { calculateLosingShare, changeLimit, limitAt, startsOf } from './risk-limits.math';
import { LIMIT_WAIT_MS } from './risk-limits.terms';

describe('the day, week and month of a moment', () => {
  it.each([
    { now: '2026-03-01T12:00:00Z', day: '2026-03-01', week: '2026-02-23', month: '2026-03-01' },
    { now: '2026-03-02T00:00:00Z', day: '2026-03-02', week: '2026-03-02', month: '2026-03-01' },
    { now: '2025-12-31T23:59:59.999Z', day: '2025-12-31', week: '2025-12-29', month: '2025-12-01' },
  ])('begin in UTC, a week on Monday: $now', ({ now, ...starts }) => {
    const found = Object.entries(startsOf(Date.parse(now))).map(([name, at]) => [name, new Date(at).toISOString()]);
    expect(Object.fromEntries(found)).toEqual(
      Object.fromEntries(Object.entries(starts).map(([name, at]) => [name, `${at}T00:00:00.000Z`])),
    );
  });
});

describe('a change of a limit', () => {
  const fifty = { max: 50n, later: null };
  it.each([
    { name: 'tighter holds at once', before: fifty, wanted: 40n, after: { max: 40n, later: null } },
    { name: 'the first one holds at once', before: { max: null, later: null }, wanted: 0n, after: { max: 0n, later: null } },
    { name: 'looser waits', before: fifty, wanted: 60n, after: { max: 50n, later: { max: 60n, from: LIMIT_WAIT_MS } } },
    { name: 'none waits', before: fifty, wanted: null, after: { max: 50n, later: { max: null, from: LIMIT_WAIT_MS } } },
    {
      name: 'the same again does not restart the wait',
      before: { max: 50n, later: { max: 60n, from: 7 } },
      wanted: 60n,
      after: { max: 50n, later: { max: 60n, from: 7 } },
    },
    {
      name: 'another looser one waits anew',
      before: { max: 50n, later: { max: 60n, from: 7 } },
      wanted: 55n,
      after: { max: 50n, later: { max: 55n, from: LIMIT_WAIT_MS } },
    },
    {
      name: 'tighter drops what waited',
      before: { max: 50n, later: { max: 60n, from: 7 } },
      wanted: 50n,
      after: { max: 50n, later: null },
    },
  ])('$name', ({ before, wanted, after }) => {
    expect(changeLimit(before, wanted, 0)).toEqual(after);
  });

  it('holds when its time has come, not a millisecond before', () => {
    const limit = { max: 50n, later: { max: null, from: 7 } };
    expect([limitAt(limit, 6).max, limitAt(limit, 7).max]).toEqual([50n, null]);
  });
});

describe('the share of losing accounts', () => {
  it('is not said below 100 accounts, and rounded up from there', () => {
    expect(calculateLosingShare({ losing: 99, all: 99 })).toBeNull();
    expect(calculateLosingShare({ losing: 1, all: 100 })).toBe('0.01');
    expect(calculateLosingShare({ losing: 200, all: 300 })).toBe('0.6667');
  });
});
