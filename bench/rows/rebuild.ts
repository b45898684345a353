// Rebuilding a book of 1,000,000 resting orders at start, from PostgreSQL and from the embedded database.
import { PRICE_BAND_RATE } from '../../lib/rules/spot';
import { MARKETS } from '../../exchange/modules/market-data/markets';
import { createTerms } from '../../exchange/modules/matching/matching';
import { rebuildBooks } from '../../exchange/modules/spot/spot.rebuild';

import type { Database } from '../../exchange/platform/db';
import { onBothDatabases } from '../support/databases';

const ORDERS = 1_000_000;
const SECONDS_MAX = 30;
const SYMBOL = 'ETH-USDT';

async function fill(db: Database): Promise<void> {
  await db.long.query(
    `INSERT INTO spot_orders (id, user_id, mode, market, side, kind, time_in_force, price, quantity, rested, filled, filled_value, fee,
                              status, rank, created_at, updated_at)
     SELECT n, 1 + n % 10000, 'real', $2, CASE n % 2 WHEN 0 THEN 'buy' ELSE 'sell' END, 'limit', 'GTC',
            CASE n % 2 WHEN 0 THEN 2000 - (n * 7919 % 20000 + 1) * 0.01 ELSE 2000 + (n * 7919 % 20000 + 1) * 0.01 END,
            1000000, 1000000, 0, 0, 0, 'open', n, now(), now()
       FROM generate_series(1, $1::int8) n`,
    [ORDERS, SYMBOL],
  );
  await db.long.query('ANALYZE spot_orders');
}

const listed = MARKETS.find(({ market }) => market === SYMBOL);
if (listed === undefined) throw new Error(`${SYMBOL} is not listed`);
const { base, quote, tickSize, stepSize, quantityMin, quantityMax, minNotional } = listed;
const terms = createTerms({
  symbol: SYMBOL,
  base,
  quote,
  rules: { tickSize, stepSize, quantityMin, quantityMax, minNotional, priceBandRate: PRICE_BAND_RATE },
});
await onBothDatabases(async (db) => {
  await fill(db);
  const startedAt = performance.now();
  const { real } = await rebuildBooks(db.long, terms, 1);
  const seconds = (performance.now() - startedAt) / 1000;
  const memory = Math.round(process.memoryUsage().rss / 2 ** 20);
  console.log(
    `${db.kind}: ${real.book.size.toLocaleString('en')} orders in ${seconds.toFixed(1)} s (wanted: at most ${SECONDS_MAX} s); ${memory} MB in all`,
  );
});
