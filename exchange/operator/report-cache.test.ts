import { expect, it } from 'vitest';
import type { Database } from '../platform/db';
import { cacheReport } from './report-cache';

function setUp() {
  const db = {} as Database;
  const counted: string[] = [];
  const take = (key: string, isFirst: boolean, now = 0) =>
    cacheReport(db, {
      key,
      isFirst,
      now,
      count: async () => {
        counted.push(key);
        await Promise.resolve();
        return [[key, String(counted.length)]];
      },
    });
  return { take, counted };
}

it('a day is counted once for all its pages, and anew for whoever begins again', async () => {
  const { take, counted } = setUp();
  const first = await take('ledger 1', true);
  for (let page = 0; page < 5; page += 1) expect(await take('ledger 1', false)).toBe(first);
  expect(counted).toHaveLength(1);
  expect(await take('ledger 1', true)).toEqual([['ledger 1', '2']]);
});

it('security: however many ask for a day at once, it is counted once', async () => {
  const { take, counted } = setUp();
  await Promise.all(Array.from({ length: 100 }, () => take('ledger 1', true)));
  expect(counted).toHaveLength(1);
});

it('of the days of the last five minutes four are kept', async () => {
  const { take, counted } = setUp();
  for (const day of ['1', '2', '3', '4', '5']) await take(day, true);
  await take('5', false);
  expect(counted).toHaveLength(5);
  await take('1', false);
  expect(counted).toHaveLength(6);
  await take('5', false, 6 * 60_000);
  expect(counted).toHaveLength(7);
});

it('error: what failed is counted again', async () => {
  const db = {} as Database;
  let tries = 0;
  const take = (isFirst: boolean) =>
    cacheReport(db, {
      ...{ key: 'fees 1', isFirst, now: 0 },
      count: () => (++tries === 1 ? Promise.reject(new Error('gone')) : Promise.resolve([['1']])),
    });
  await expect(take(true)).rejects.toThrow('gone');
  expect(await take(false)).toEqual([['1']]);
});
