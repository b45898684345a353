import { expect } from 'vitest';
import type { Database } from '../../exchange/platform/db';

/** What the open orders of an account need of each asset: coins and their value on spot, margin and maker fee on perpetual markets. */
const NEEDED = `
  SELECT user_id, mode, asset, sum(needed) AS needed FROM (
    SELECT user_id, mode, split_part(market, '-', CASE side WHEN 'buy' THEN 2 ELSE 1 END) AS asset,
           CASE WHEN status = 'waiting' THEN held WHEN side = 'buy' THEN price * (quantity - filled) ELSE quantity - filled END AS needed
      FROM spot_orders WHERE status IN ('waiting', 'open', 'partially_filled') AND taking_limit IS NULL
    UNION ALL
    SELECT user_id, mode, 'USDT', ceil(value / leverage) + ceil(value * 20000 / 100000000) FROM (
      SELECT user_id, mode, leverage, (price * (quantity - filled))::numeric(38,0) AS value FROM perpetual_orders
       WHERE status IN ('open', 'partially_filled') AND NOT is_reduce_only AND taking_limit IS NULL) AS resting
  ) AS orders GROUP BY 1, 2, 3`;

/** Every account's held part is what its open orders need, to the last unit: no dust stays held. What goes on taking holds nothing. */
export async function expectLockedIsExact(db: Database): Promise<void> {
  const { rows } = await db.read.query(
    `SELECT a.address, a.balance, coalesce(h.needed, 0) AS needed FROM ledger_accounts a
       LEFT JOIN (${NEEDED}) h ON h.user_id = a.user_id AND h.mode = a.realm AND h.asset = a.asset
      WHERE a.part = 'locked' AND a.balance <> coalesce(h.needed, 0)`,
  );
  expect(rows).toEqual([]);
}
