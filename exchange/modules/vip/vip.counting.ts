import { countCovered, stepVip, VIP_CLAIMS_FROM, type VipStanding, type VipTermsAt } from '../../../lib/rules/vip';
import type { Platform } from '../../platform/app';
import type { Tx } from '../../platform/db';
import { toUnits } from '../../platform/decimal';
import { defineConsumer, type EventConsumer } from '../../platform/event-kinds';
import { appendEvents } from '../../platform/event-log';
import { rechargeBooked } from '../recharges/recharges.events';
import { addRewards, listRewards, type NewReward, releaseRewards } from '../rewards/rewards';
import { vipReached } from './vip.events';
import * as repository from './vip.repository';

const SCALE = 8;
const CODES = ['VIP_REWARD', 'VIP_EXTRA'] as const;

/** What a user's membership has brought: what was let go of, what waits for more recharges, and what of either is new. */
class Purse {
  readonly known = new Set<string>();
  readonly added: NewReward[] = [];
  readonly left: string[] = [];
  waiting: NewReward[] = [];
  released = 0n;

  owe(reward: NewReward): void {
    // What was promised before this was read again stays as it is.
    if (this.known.has(reward.source)) return;
    this.known.add(reward.source);
    this.added.push(reward);
    this.waiting.push(reward);
  }

  /** Lets go of what is covered now. */
  settle({ covered }: Pick<VipStanding, 'covered'>): void {
    const count = countCovered(covered, { released: this.released, waiting: this.waiting.map(({ amount }) => amount) });
    for (const { source, amount } of this.waiting.slice(0, count)) {
      this.released += amount;
      this.left.push(source);
    }
    this.waiting = this.waiting.slice(count);
  }
}

/** Returns what memberships of these users have brought so far. */
export async function readPurses(tx: Tx, userIds: readonly string[]): Promise<Map<string, Purse>> {
  const purses = new Map(userIds.map((userId) => [userId, new Purse()]));
  for (const { waits, ...reward } of await listRewards(tx, { userIds, codes: CODES })) {
    const purse = purses.get(reward.userId);
    if (purse === undefined) continue;
    purse.known.add(reward.source);
    if (waits) purse.waiting.push(reward);
    else purse.released += reward.amount;
  }
  return purses;
}

/** Writes what is new, in its order, and lets go of what is covered. */
async function writePurses(tx: Tx, purses: Iterable<Purse>, at: number): Promise<void> {
  const [added, left]: [NewReward[], string[]] = [[], []];
  for (const purse of purses) {
    added.push(...purse.added);
    left.push(...purse.left);
  }
  await addRewards(tx, added, at, true);
  await releaseRewards(tx, { sources: left, at });
}

/** Returns who counts recharges: from the events alone, so that reading them again from the first comes to the same. */
export function createCounting({ clock, events }: Pick<Platform, 'clock' | 'events'>, termsAt: VipTermsAt): EventConsumer {
  return defineConsumer({
    name: 'vip',
    kinds: [rechargeBooked],
    startsAt: 'oldest',
    async handle(tx, happened) {
      const brought = happened.flatMap(({ userId, at, payload }) =>
        userId !== null && payload.kind === 'in' ? [{ userId, at, recharge: payload.recharge, value: toUnits(payload.value, SCALE) }] : [],
      );
      const userIds = [...new Set(brought.map(({ userId }) => userId))];
      const standings = await repository.lockStandings(tx, userIds);
      const purses = await readPurses(tx, userIds);
      const reached: repository.Reached[] = [];
      for (const { userId, at, recharge, value } of brought) {
        const [before, purse] = [standings.get(userId), purses.get(userId)];
        if (before === undefined || purse === undefined) continue;
        const step = stepVip(before, { value, at }, termsAt);
        standings.set(userId, { ...step.standing, userId });
        if (step.extra > 0n) purse.owe({ source: `vip-extra:${userId}:${recharge}`, userId, code: 'VIP_EXTRA', amount: step.extra });
        for (const { level, reward } of step.reached) {
          reached.push({ userId, level, at });
          if (reward !== null) purse.owe({ source: `vip:${userId}:${level}`, userId, code: 'VIP_REWARD', amount: reward });
        }
        purse.settle(step.standing);
      }
      await repository.writeStandings(tx, [...standings.values()]);
      await writePurses(tx, purses.values(), clock.now());
      const isNew = await repository.addReached(tx, reached);
      await appendEvents(
        tx,
        isNew.map(({ userId, level, at }) =>
          vipReached.create({ userId, mode: 'real', at, payload: { level, isClaim: level >= VIP_CLAIMS_FROM } }),
        ),
      );
    },
    onHandled(told) {
      for (const { userId } of told) {
        if (userId !== null) events.publish({ kind: 'account', userId, mode: 'real', changed: ['rewards'], market: null });
      }
    },
  });
}
