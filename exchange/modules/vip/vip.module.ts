import { vipStanding } from '../../../lib/protocol/vip';
import { isVipResting, stepVip, VIP_CLAIMS_FROM, type VipTermsAt } from '../../../lib/rules/vip';
import type { ExchangeModule } from '../../composition/module';
import { handle, sessionOf } from '../../http/register-call';
import type { Platform } from '../../platform/app';
import { fromUnits, toUnits } from '../../platform/decimal';
import { defineConsumer, type EventConsumer } from '../../platform/event-kinds';
import { appendEvents } from '../../platform/event-log';
import { rechargeBooked } from '../recharges/recharges.events';
import { addRewards, type NewReward } from '../rewards/rewards';
import { vipReached } from './vip.events';
import * as repository from './vip.repository';

const SCALE = 8;

/** Returns who counts recharges: from the events alone, so that reading them again from the first comes to the same. */
function createCounting({ clock, events }: Platform, termsAt: VipTermsAt): EventConsumer {
  return defineConsumer({
    name: 'vip',
    kinds: [rechargeBooked],
    startsAt: 'oldest',
    async handle(tx, happened) {
      const brought = happened.flatMap(({ userId, at, payload }) =>
        userId !== null && payload.kind === 'in' ? [{ userId, at, recharge: payload.recharge, value: toUnits(payload.value, SCALE) }] : [],
      );
      const standings = await repository.lockStandings(tx, [...new Set(brought.map(({ userId }) => userId))]);
      const rewards: NewReward[] = [];
      const reached: repository.Reached[] = [];
      for (const { userId, at, recharge, value } of brought) {
        const before = standings.get(userId);
        if (before === undefined) continue;
        const step = stepVip(before, { value, at }, termsAt);
        standings.set(userId, { ...step.standing, userId });
        if (step.extra > 0n) rewards.push({ source: `vip-extra:${userId}:${recharge}`, userId, code: 'VIP_EXTRA', amount: step.extra });
        for (const { level, reward } of step.reached) {
          reached.push({ userId, level, at });
          if (reward !== null) rewards.push({ source: `vip:${userId}:${level}`, userId, code: 'VIP_REWARD', amount: reward });
        }
      }
      await repository.writeStandings(tx, [...standings.values()]);
      await addRewards(tx, rewards, clock.now());
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

/** Wires VIP: levels by what was recharged, each with its reward once, by the terms in force when it was. It touches no withdrawal and no price. */
export function createVipModule(platform: Platform, { termsAt }: { termsAt: VipTermsAt }): ExchangeModule {
  const { db, clock } = platform;
  return {
    name: 'vip',
    features: ['vip'],
    events: [vipReached],
    consumers: [createCounting(platform, termsAt)],
    calls: [
      handle(vipStanding, async (_input, context) => {
        const { userId } = sessionOf(context);
        const terms = termsAt(clock.now());
        const [standing, reached] = [await repository.readStanding(db.read, userId), await repository.listReached(db.read, userId)];
        return {
          level: standing.level,
          recharged: fromUnits(standing.total, SCALE),
          next: terms.levels[standing.level]?.recharge ?? null,
          extra: standing.extraLevel,
          kept_until: standing.keptUntil,
          keep_min: terms.keepMin,
          resting: isVipResting(standing, clock.now()) ? ('1' as const) : ('0' as const),
          claims: reached.flatMap(({ level, fulfilledAt }) =>
            level >= VIP_CLAIMS_FROM ? [{ level, done: fulfilledAt === null ? ('0' as const) : ('1' as const) }] : [],
          ),
        };
      }),
    ],
  };
}
