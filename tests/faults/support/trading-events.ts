import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Database } from '../../../exchange/platform/db';
import { FUNDING_INTERVAL_MS } from '../../../lib/rules/perpetual-funding';
import { insertDueContracts } from '../../helpers/due-contracts';
import { TRADED_MARKETS } from './trading-member';

/** Contracts of other users that fall due at the planned instant, beside those that members buy. */
const DUE_CONTRACTS = 200;
/** Far from any price that is played: what is `up` wins, what is `down` loses, what has no prints is refunded. */
const STRIKE = { 'BTC-USDT': '1', 'ETH-USDT': '1' };
/** A machine that does much else takes longer than an order may. */
const LONG = { kind: 'long' } as const;
/** More than the time between two planned instants. */
const SHIFT_MS = 10 * FUNDING_INTERVAL_MS;
/** Open, high, low, close of the minutes that are played in turn: 1 to 3 % a second, and a leap of 8 % from one to the next. */
const MINUTES = [
  [2_000, 2_400, 1_600, 1_850],
  [1_700, 2_100, 1_450, 2_050],
  [2_200, 2_600, 1_700, 1_800],
] as const;
const FACTORS: Record<(typeof TRADED_MARKETS)[number], number> = { 'BTC-USDT': 25, 'ETH-USDT': 1 };

/** Writes recorded candles that leap over liquidation prices all the time; returns the environment that plays them. */
export function playLeapingPrices(): { env: Record<string, string>; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'candor-leaps-'));
  for (const market of TRADED_MARKETS) {
    const rows = MINUTES.map((prices, index) => [(index + 1) * 60, ...prices.map((price) => price * FACTORS[market]), 1]);
    writeFileSync(join(folder, `${market}.json`), JSON.stringify(rows));
  }
  const env = { FEED: 'replay', FEED_REPLAY_DIR: folder, SANDBOX: '1' };
  return { env, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/**
 * Makes `instant` (ms, a whole second) the next funding instant of the traded markets of the demo account, by moving what was settled into the
 * past, and has contracts delivered then. The exchange must not run yet.
 */
export async function planInstant(db: Database, instant: number): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.query(`UPDATE perpetual_fundings SET instant = instant - $1::int8 WHERE mode = 'demo'`, [SHIFT_MS]);
    // What limits count is kept by the day of the funding.
    await tx.query('DELETE FROM risk_usage');
    await tx.query(
      `INSERT INTO risk_usage (user_id, mode, product, day, staked, lost)
       SELECT user_id, mode, product, day_of(at), sum(staked), sum(lost) FROM risk_events GROUP BY 1, 2, 3, 4`,
    );
    await tx.query(
      `INSERT INTO perpetual_fundings (market, mode, instant, rate, premium, samples, mark, print_seq, paid, received, by_fund, missing, skipped, phase, settled_at)
       SELECT market, 'demo', $2::int8, 0, 0, 0, 1, 0, 0, 0, 0, 0, 'no_prints', 'done', $2::int8 FROM unnest($1::text[]) AS market`,
      [TRADED_MARKETS, instant - FUNDING_INTERVAL_MS],
    );
    await insertDueContracts(tx, { count: DUE_CONTRACTS, deliversAt: instant, durationMs: 60_000, strike: STRIKE });
  }, LONG);
}

/** Every planned instant was settled once in each market, and every contract that is due has its one result. Returns what else happened. */
export async function expectPlannedOnce(
  db: Database,
  instants: number,
): Promise<{ liquidations: number; triggers: number; settled: number }> {
  const fundings = await db.read.query(
    `SELECT market, count(*)::int AS n FROM perpetual_fundings WHERE mode = 'demo' AND skipped IS NULL GROUP BY market ORDER BY market`,
  );
  expect(fundings.rows).toEqual(instants === 0 ? [] : TRADED_MARKETS.map((market) => ({ market, n: instants })));
  const { rows } = await db.read.query<{ liquidations: number; triggers: number; settled: number; late: number }>(
    `SELECT (SELECT count(*) FROM perpetual_liquidations)::int AS liquidations,
            (SELECT count(*) FROM perpetual_orders WHERE origin IN ('take_profit', 'stop_loss'))::int AS triggers,
            (SELECT count(*) FROM option_contracts WHERE settled_at IS NOT NULL)::int AS settled,
            (SELECT count(*) FROM option_contracts o, (SELECT max(time) AS time FROM price_prints) p
              WHERE settled_at IS NULL AND delivers_at <= p.time - 5000)::int AS late`,
  );
  const { late, ...happened } = rows[0] as { liquidations: number; triggers: number; settled: number; late: number };
  expect(late, 'contracts that are overdue').toBe(0);
  expect(happened.settled).toBeGreaterThanOrEqual(instants * DUE_CONTRACTS);
  return happened;
}
