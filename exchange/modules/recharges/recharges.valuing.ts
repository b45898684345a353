import { z } from 'zod';
import type { Platform } from '../../platform/app';
import type { Tx } from '../../platform/db';
import { defineJob, type JobKind } from '../../platform/job-kinds';
import { countWaiting, takeWaiting, type WaitingRecharge } from './recharges.repository';

const LOOK_MS = 60_000;
/** Recharges of one transaction. */
const CHUNK = 200;
/** From then on somebody hears of it, at every look: a coin without a price is a fault of our own. */
const LATE_MS = 10 * 60_000;
const ONE = 1n;

type Booking = {
  /** In base units of USDT; null while there is no price. */
  toValue(asset: string, units: bigint): bigint | null;
  book(
    tx: Tx,
    found: readonly WaitingRecharge[],
    ended: readonly { withdrawal: string; userId: string; asset: string; at: number }[],
  ): Promise<void>;
};

/** Returns the job that values what came or went while its coin had no price, for as long as it takes. */
export function createValuingJob({ db, clock, metrics }: Pick<Platform, 'db' | 'clock' | 'metrics'>, { toValue, book }: Booking): JobKind {
  metrics.gauge({
    name: 'recharges_unvalued',
    help: 'Deposits and withdrawals whose coin has no price yet',
    labelNames: ['asset'],
    // Whichever process did the last job. A database that can't be reached must not keep the other metrics from being read.
    async collect() {
      const counted = await countWaiting(db.read).catch(() => []);
      this.reset();
      for (const { asset, count } of counted) this.set({ asset }, count);
    },
  });
  return defineJob({
    name: 'recharge values',
    payload: z.object({}),
    cursor: z.object({ done: z.number() }),
    period: { everyMs: LOOK_MS, missed: 'last' },
    async run(tx, { cursor }) {
      const counted = await countWaiting(tx);
      const assets = counted.filter(({ asset }) => toValue(asset, ONE) !== null).map(({ asset }) => asset);
      for (const { asset, since, count } of counted) {
        if (assets.includes(asset) || clock.now() - since < LATE_MS) continue;
        metrics.alarm(
          'recharge_unvalued',
          { asset, count, since },
          'deposits and withdrawals wait for a price: levels and rewards are behind',
        );
      }
      const taken = await takeWaiting(tx, { assets, limit: CHUNK });
      await book(
        tx,
        taken.map(({ backAt: _, ...recharge }) => recharge),
        taken.flatMap(({ source, backAt, userId, asset }) =>
          backAt === null ? [] : [{ withdrawal: source.slice(source.indexOf(':') + 1), userId, asset, at: backAt }],
        ),
      );
      return taken.length < CHUNK ? null : { done: (cursor?.done ?? 0) + taken.length };
    },
  }) as JobKind;
}
