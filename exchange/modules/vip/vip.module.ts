import { vipStanding } from '../../../lib/protocol/vip';
import { findWaitEnd, isVipResting, VIP_CLAIMS_FROM, type VipTermsAt } from '../../../lib/rules/vip';
import type { ExchangeModule } from '../../composition/module';
import { handle, sessionOf } from '../../http/register-call';
import type { Platform } from '../../platform/app';
import type { Tx } from '../../platform/db';
import { fromUnits } from '../../platform/decimal';
import { createCounting, readPurses } from './vip.counting';
import { vipReached } from './vip.events';
import * as repository from './vip.repository';

const SCALE = 8;
/** A sum that somebody has to reach is shown in whole cents, rounded up. */
const CENT = 10n ** 6n;

/** Returns what waits of a membership's rewards, and with which sum of recharges the next of it is paid. */
async function readWaiting(tx: Tx, standing: repository.Standing, leavingRate: string) {
  const purse = (await readPurses(tx, [standing.userId])).get(standing.userId);
  const amounts = purse?.waiting.map(({ amount }) => amount) ?? [];
  const end = findWaitEnd(standing, { released: purse?.released ?? 0n, waiting: amounts }, leavingRate);
  return {
    waiting: fromUnits(
      amounts.reduce((sum, amount) => sum + amount, 0n),
      SCALE,
    ),
    waiting_next: amounts[0] === undefined ? null : fromUnits(amounts[0], SCALE),
    waiting_until: end === null ? null : fromUnits(((end + CENT - 1n) / CENT) * CENT, SCALE),
    leaving_rate: leavingRate,
  };
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
          ...(await readWaiting(db.read, standing, terms.leavingRate)),
          resting: isVipResting(standing, clock.now()) ? ('1' as const) : ('0' as const),
          claims: reached.flatMap(({ level, fulfilledAt }) =>
            level >= VIP_CLAIMS_FROM ? [{ level, done: fulfilledAt === null ? ('0' as const) : ('1' as const) }] : [],
          ),
        };
      }),
    ],
  };
}
