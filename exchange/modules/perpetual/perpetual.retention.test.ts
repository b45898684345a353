import { expect, it } from 'vitest';
import { createTestDatabase } from '../../platform/test-database';
import { premiumRetention, tapeRetention } from './perpetual.retention';

const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 2, 20, 6);
/** 00:00 ten days ago. */
const INSTANT = Date.UTC(2026, 2, 10);

it('removes samples seven days after the funding time that they went into, in pieces, and none that is still needed', async () => {
  const db = await createTestDatabase();
  const add = (market: string, minutes: readonly number[]) =>
    db.read.query(
      `INSERT INTO perpetual_premiums (market, mode, minute, premium, index_price, basis) SELECT $1, 'real', unnest($2::int8[]), 0, 1, 0`,
      [market, minutes],
    );
  const left = async () =>
    (await db.read.query<{ of: string }>(`SELECT market || ' ' || minute AS of FROM perpetual_premiums ORDER BY market, minute`)).rows.map(
      ({ of }) => of,
    );
  await db.read.query(
    `INSERT INTO perpetual_fundings (market, mode, instant, rate, premium, samples, mark, print_seq, paid, received, by_fund, missing, phase, settled_at)
     SELECT 'BTC-USDT', 'real', $1::int8, 0, 0, 3, 1, 1, 0, 0, 0, 0, 'done', $1::int8`,
    [INSTANT],
  );
  const old = [1, 2, 3].map((minute) => INSTANT - minute * 60_000);
  // Ten days old, but the funding time that it goes into hasn't begun.
  await add('BTC-USDT', [...old, INSTANT]);
  await add('ETH-USDT', [NOW - 7 * DAY_MS]);
  const remove = (limit: number) => db.transaction((tx) => premiumRetention.remove(tx, { before: NOW - premiumRetention.keptMs, limit }));
  expect([await remove(2), await remove(2), await remove(2)]).toEqual([2, 1, 0]);
  expect(await left()).toEqual([`BTC-USDT ${INSTANT}`, `ETH-USDT ${NOW - 7 * DAY_MS}`]);
  await db.close();
});

it('removes lines of the tape after a day, and never a fill that has its journal', async () => {
  const db = await createTestDatabase();
  await db.read.query(
    `INSERT INTO perpetual_fills (id, market, mode, source, price, quantity, value, taker_side, maker_fee, taker_fee, maker_realized, taker_realized, created_at)
     SELECT n, 'ETH-USDT', 'real', 'book', 2000, 1, 2000, 'buy', 0, 0, 0, 0, to_timestamp(($1::int8 - (3 - n) * $2::int8) / 1000.0)
       FROM generate_series(1, 3) AS n`,
    [NOW, DAY_MS],
  );
  const remove = (limit: number) => db.transaction((tx) => tapeRetention.remove(tx, { before: NOW - tapeRetention.keptMs, limit }));
  expect([await remove(5), await remove(5)]).toEqual([1, 0]);
  expect((await db.read.query('SELECT id FROM perpetual_fills ORDER BY id')).rows).toEqual([{ id: '2' }, { id: '3' }]);
  const broken = `UPDATE perpetual_fills SET taker_fee = 1 WHERE id = 2`;
  await expect(db.read.query(broken), 'a fee needs a journal').rejects.toThrow('perpetual_fills_whole_or_tape');
  await db.close();
});
