import { z } from 'zod';
import { balanceHistory } from '../../../lib/protocol/balances';
import type { BalanceRange, Mode } from '../../../lib/protocol/wire';
import type { ExchangeModule } from '../../composition/module';
import { handle, sessionOf } from '../../http/register-call';
import type { Platform } from '../../platform/app';
import type { Tx } from '../../platform/db';
import { fromUnits } from '../../platform/decimal';
import { defineJob } from '../../platform/job-kinds';
import { calculateValue } from '../accounts/accounts';
import { listUserSums } from '../ledger/ledger';
import { findLastPrint, parsePrices } from '../market-data/market-data';
import { insertPoints, listPoints, type OwnPoint, thinOut } from './balance-history.repository';

const QUARTER_MS = 15 * 60_000;
const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** Users of one chunk; each has some dozens of accounts at most. */
export const CHUNK_USERS = 200;
const POINTS_MAX = 1_000;
/** Decimals of USDT in the ledger. */
const USDT_SCALE = 8;

/** How far back each range goes, and how far its points are apart; every step is kept for as long as its range goes back. */
const RANGES: Record<BalanceRange, { backMs: number; stepMs: number }> = {
  '1d': { backMs: DAY_MS, stepMs: QUARTER_MS },
  '1w': { backMs: 7 * DAY_MS, stepMs: HOUR_MS },
  '1m': { backMs: 31 * DAY_MS, stepMs: 4 * HOUR_MS },
  '1y': { backMs: 366 * DAY_MS, stepMs: DAY_MS },
  all: { backMs: Number.POSITIVE_INFINITY, stepMs: DAY_MS },
};

/** Returns what users after `after` up to `last` have in books, in base units of USDT. */
type ListHosted = (tx: Tx, input: { after: string; last: string | null }) => Promise<{ userId: string; mode: Mode; worth: bigint }[]>;

/** Returns the value of each account of one page of users at the last print, and the user to go on after; null: that was all. */
async function valuePage(
  tx: Tx,
  input: { after: string; at: number; listHosted: ListHosted },
): Promise<{ points: OwnPoint[]; next: string | null }> {
  const print = await findLastPrint(tx);
  // Without any print an account of coins would count as empty.
  if (print === null) return { points: [], next: null };
  const prices = parsePrices(print.prices);
  const priceOf = (asset: string) => (asset === 'USDC' ? '1' : (prices.get(`${asset}-USDT`) ?? null));
  const { sums, last } = await listUserSums(tx, { after: input.after, limit: CHUNK_USERS });
  const values = new Map<string, OwnPoint>();
  for (const { userId, mode, asset, units } of sums) {
    const key = `${userId} ${mode}`;
    const point = values.get(key) ?? { userId, mode, at: input.at, value: 0n };
    values.set(key, { ...point, value: point.value + calculateValue({ asset, units, price: priceOf(asset) }) });
  }
  for (const { userId, mode, worth } of await input.listHosted(tx, { after: input.after, last })) {
    const key = `${userId} ${mode}`;
    const point = values.get(key) ?? { userId, mode, at: input.at, value: 0n };
    values.set(key, { ...point, value: point.value + worth });
  }
  return { points: [...values.values()], next: last };
}

/** Wires the history of what an account was worth: a job that writes it each quarter of an hour, and the call that reads it. */
export function createBalanceHistoryModule({ db, clock }: Pick<Platform, 'db' | 'clock'>, { listHosted }: { listHosted: ListHosted }) {
  const job = defineJob({
    name: 'balance points',
    payload: z.object({}),
    cursor: z.object({ after: z.string() }),
    // What an account was worth in a quarter of an hour that nobody saw can't be known any more.
    period: { everyMs: QUARTER_MS, missed: 'last' },
    async run(tx, { cursor, dueAt }) {
      const { points, next } = await valuePage(tx, { after: cursor?.after ?? '0', at: dueAt, listHosted });
      await insertPoints(tx, points);
      return next === null ? null : { after: next };
    },
  });
  return {
    name: 'balance-history',
    features: ['balance-history'],
    jobs: [job],
    retention: [
      { name: 'balance points of quarters', keptMs: 2 * DAY_MS, remove: (tx, input) => thinOut(tx, { ...input, keep: 'hours' }) },
      { name: 'balance points of hours', keptMs: 35 * DAY_MS, remove: (tx, input) => thinOut(tx, { ...input, keep: 'days' }) },
    ],
    calls: [
      handle(balanceHistory, async ({ range }, context) => {
        const { userId, mode } = sessionOf(context);
        const { backMs, stepMs } = RANGES[range];
        const from = Math.max(0, clock.now() - backMs);
        const points = await listPoints(db.read, { userId, mode, from, stepMs, limit: POINTS_MAX });
        return { points: points.map(({ at, value }) => ({ time: at, value: fromUnits(value, USDT_SCALE) })) };
      }),
    ],
  } satisfies ExchangeModule;
}
