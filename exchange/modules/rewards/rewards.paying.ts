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
import { giveUpOfClosed, lockDueRewards, markPaid, putOff, readDay, type RewardCode, type RewardRow } from './rewards.repository';

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
/** Days are those of UTC. */
const DAY_MS = 86_400_000;
const ASSET = 'USDT';
const SCALE = 8;
const POOL = poolAddress({ pool: 'reward', mode: 'real', asset: ASSET });

/** Returns when the day of a time begins and ends (ms). */
export function dayOf(at: number): { from: number; until: number } {
  const from = Math.floor(at / DAY_MS) * DAY_MS;
  return { from, until: from + DAY_MS };
}

/** Returns what the house pays of a kind of reward in a day at most, in base units of USDT, by the terms in force at `at` (ms); null: it has no such bound. */
export type ReadDayMax = (code: RewardCode, at: number) => bigint | null;
type PayTerms = { at: number; metrics: Platform['metrics']; readDayMax?: ReadDayMax; limit?: number };
type Sorted = Record<'paid' | 'short' | 'late', RewardRow[]>;

/**
 * Pays one chunk of what is due out of the reward pool, the oldest first. Returns how many were due; what the pool doesn't cover is put off, and what is
 * above the bound of the day waits for the next one.
 */
export async function payChunk(tx: Tx, { at, metrics, readDayMax = () => null, limit = CHUNK }: PayTerms): Promise<number> {
  const found = await lockDueRewards(tx, { now: at, limit });
  if (found.length === 0) return 0;
  const closed = await giveUpOfClosed(tx, { ids: found.map(({ id }) => id), at });
  const due = found.filter(({ id }) => !closed.has(id));
  // The pool's turn comes first: what another process has paid today is read after it.
  const free = (await takeTurns(tx, [POOL])).get(POOL) ?? 0n;
  const days = await openDays(tx, { codes: new Set(due.map(({ code }) => code)), at, readDayMax });
  const { paid, short, late } = sortDue(due, { free, days });
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
  const { from, until } = dayOf(at);
  await putOff(tx, { ids: late.map(({ id }) => id), until, aboveDay: from });
  if (short.length > 0) {
    await putOff(tx, { ids: short.map(({ id }) => id), until: at + PUT_OFF_MS });
    const fields = { count: short.length, owed: fromUnits(sumOf(short), SCALE) };
    metrics.alarm('reward_pool_short', fields, 'the reward pool does not cover what is owed: an operator has to fund it');
  }
  if ([...days.values()].some(({ isNews }) => isNews)) {
    const fields = { count: late.length, waiting: fromUnits(sumOf(late), SCALE) };
    metrics.alarm(
      'invitation_day_reached',
      fields,
      'invitation rewards have reached what the house pays in a day: the rest waits for the next',
    );
  }
  return found.length;
}

/** What may still be paid of a kind today. `isOver`: one waits for tomorrow already, so every later one does; `isNews`: that is so since this chunk. */
type Day = { left: bigint; hasPaid: boolean; isOver: boolean; isNews: boolean };

async function openDays(
  tx: Tx,
  { codes, at, readDayMax }: { codes: ReadonlySet<RewardCode>; at: number; readDayMax: ReadDayMax },
): Promise<Map<RewardCode, Day>> {
  const days = new Map<RewardCode, Day>();
  for (const code of codes) {
    const max = readDayMax(code, at);
    if (max === null) continue;
    const { paid, isOver } = await readDay(tx, { code, ...dayOf(at) });
    days.set(code, { left: max - paid, hasPaid: paid > 0n, isOver, isNews: false });
  }
  return days;
}

/** Sorts what is due into what is paid, what the pool is short of, and what is above the bound of its day. */
function sortDue(due: readonly RewardRow[], { free, days }: { free: bigint; days: ReadonlyMap<RewardCode, Day> }): Sorted {
  const sorted: Sorted = { paid: [], short: [], late: [] };
  let rest = free;
  for (const reward of due) {
    const day = days.get(reward.code);
    // One a day is paid whatever it comes to: what was promised under wider terms never waits for ever.
    if (day !== undefined && (day.isOver || (day.hasPaid && reward.amount > day.left))) {
      day.isNews ||= !day.isOver;
      day.isOver = true;
      sorted.late.push(reward);
    } else if (reward.amount > rest) sorted.short.push(reward);
    else {
      rest -= reward.amount;
      if (day !== undefined) Object.assign(day, { left: day.left - reward.amount, hasPaid: true });
      sorted.paid.push(reward);
    }
  }
  return sorted;
}

const sumOf = (rewards: readonly RewardRow[]) => rewards.reduce((sum, { amount }) => sum + amount, 0n);

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
export function createPaymentsJob({ clock, metrics }: Pick<Platform, 'clock' | 'metrics'>, readDayMax: ReadDayMax): JobKind {
  return defineJob({
    name: 'reward payments',
    payload: z.object({}),
    cursor: z.object({ done: z.number() }),
    period: { everyMs: LOOK_MS, missed: 'last' },
    async run(tx, { cursor }) {
      const count = await payChunk(tx, { at: clock.now(), metrics, readDayMax });
      return count < CHUNK ? null : { done: (cursor?.done ?? 0) + count };
    },
  }) as unknown as JobKind;
}
