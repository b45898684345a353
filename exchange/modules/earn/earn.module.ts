import type { ExchangeModule } from '../../composition/module';
import type { Platform } from '../../platform/app';
import { defineConsumer } from '../../platform/event-kinds';
import { createAccrualJob } from './earn.accrual';
import { auditStaking } from './earn.audit';
import { STAKING_EVENTS, stakingCredited, stakingEnded, stakingRenewed } from './earn.events';
import { createEarnCalls } from './earn.handlers';
import { STAKING, STAKING_CODES } from './earn.postings';
import { type Confirm, createEarnService, type EarnService, listOffer, type ReadTerms, type ToUsdtValue } from './earn.service';

/** Wires staking. `service` answers what other screens say of it. */
export function createEarnModule(
  platform: Platform,
  { readTerms, toUsdtValue, confirm }: { readTerms: ReadTerms; toUsdtValue: ToUsdtValue; confirm: Confirm },
): ExchangeModule & { service: EarnService } {
  const { db, clock, events } = platform;
  const service = createEarnService(platform, { readTerms, toUsdtValue, confirm });
  return {
    name: 'earn',
    service,
    calls: createEarnCalls({ db, clock, service, toUsdtValue }),
    features: ['staking'],
    journalCodes: STAKING_CODES,
    holdRecords: { [STAKING]: 'staking' },
    events: STAKING_EVENTS,
    jobs: [createAccrualJob(platform, () => listOffer(readTerms, platform.env))],
    consumers: [
      defineConsumer({
        name: 'staking screens',
        kinds: [stakingCredited, stakingEnded, stakingRenewed],
        startsAt: 'newest',
        handle: () => Promise.resolve(),
        onHandled(told) {
          for (const { userId, mode } of told) {
            if (userId !== null && mode !== null)
              events.publish({ kind: 'account', userId, mode, changed: ['balances', 'staking'], market: null });
          }
        },
      }),
    ],
    audits: [{ subject: 'staking', run: (asked) => auditStaking(asked, clock.now()) }],
  };
}
