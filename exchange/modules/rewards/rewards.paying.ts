import { z } from 'zod';
import type { JournalCodes } from '../../composition/module';
import type { Platform } from '../../platform/app';
import type { Tx } from '../../platform/db';
import { fromUnits } from '../../platform/decimal';
import { appendEvents } from '../../platform/event-log';
import { defineJob, type JobKind } from '../../platform/job-kinds';
import { type Journal, postJournals, takeTurns, userAddress } from '../ledger/ledger';
import { poolAddress } from '../pools/pools';
import { rewardCredited } from './rewards.events';
import { lockDueRewards, markPaid, putOff, type RewardCode, type RewardRow } from './rewards.repository';

export const REWARD_CODES = {
  INVITATION_REWARD: { record: 'other', isExternal: false },
  VIP_REWARD: { record: 'other', isExternal: false },
  VIP_EXTRA: { record: 'other', isExternal: false },
} as const satisfies JournalCodes & Record<RewardCode, unknown>;

const LOOK_MS = 5_000;
/** Rewards of one transaction: each has a journal and two accounts. */
const CHUNK = 100;
/** What the pool doesn't cover is tried again after so long. */
const PUT_OFF_MS = 5 * 60_000;
const ASSET = 'USDT';
const SCALE = 8;
const POOL = poolAddress({ pool: 'reward', mode: 'real', asset: ASSET });

/** Pays one chunk of what is due out of the reward pool, the oldest first. Returns how many were due; what the pool doesn't cover is put off. */
export async function payChunk(
  tx: Tx,
  { at, metrics, limit = CHUNK }: { at: number; metrics: Platform['metrics']; limit?: number },
): Promise<number> {
  const due = await lockDueRewards(tx, { now: at, limit });
  if (due.length === 0) return 0;
  let free = (await takeTurns(tx, [POOL])).get(POOL) ?? 0n;
  const paid: RewardRow[] = [];
  const short: RewardRow[] = [];
  for (const reward of due) {
    if (reward.amount > free) short.push(reward);
    else {
      free -= reward.amount;
      paid.push(reward);
    }
  }
  await markPaid(tx, { ids: paid.map(({ id }) => id), at });
  await postJournals(
    tx,
    paid.map((reward) => toJournal(reward, at)),
  );
  await appendEvents(
    tx,
    paid.map(({ id, userId, code, amount }) =>
      rewardCredited.create({ userId, mode: 'real', at, payload: { reward: id, code, asset: ASSET, amount: fromUnits(amount, SCALE) } }),
    ),
  );
  if (short.length > 0) {
    await putOff(tx, { ids: short.map(({ id }) => id), until: at + PUT_OFF_MS });
    const owed = fromUnits(
      short.reduce((sum, { amount }) => sum + amount, 0n),
      SCALE,
    );
    metrics.alarm(
      'reward_pool_short',
      { count: short.length, owed },
      'the reward pool does not cover what is owed: an operator has to fund it',
    );
  }
  return due.length;
}

/** Journal with the reward's code and name, so that none is paid twice. */
function toJournal({ userId, code, source, amount }: RewardRow, at: number): Journal {
  return {
    code,
    reference: source,
    at,
    postings: [
      { address: POOL, amount: -amount },
      { address: userAddress({ userId, mode: 'real', asset: ASSET, part: 'available' }), amount },
    ],
  };
}

/** Returns the job that pays what is due, a chunk at a time. */
export function createPaymentsJob({ clock, metrics }: Pick<Platform, 'clock' | 'metrics'>): JobKind {
  return defineJob({
    name: 'reward payments',
    payload: z.object({}),
    cursor: z.object({ done: z.number() }),
    period: { everyMs: LOOK_MS, missed: 'last' },
    async run(tx, { cursor }) {
      const count = await payChunk(tx, { at: clock.now(), metrics });
      return count < CHUNK ? null : { done: (cursor?.done ?? 0) + count };
    },
  }) as unknown as JobKind;
}
