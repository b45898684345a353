import type { ExchangeModule } from '../../composition/module';
import type { Platform } from '../../platform/app';
import { defineConsumer } from '../../platform/event-kinds';
import { createAccrualJob } from './earn.accrual';
import { auditStaking } from './earn.audit';
import { STAKING_EVENTS, stakingCredited, stakingEnded } from './earn.events';
import { createEarnCalls, type ToUsdtValue } from './earn.handlers';
import { STAKING_CODES } from './earn.postings';
import { createEarnService, type EarnService, type ReadTerms } from './earn.service';

/** Wires staking. `service` answers what other screens say of it. */
export function createEarnModule(
  platform: Platform,
  { readTerms, toUsdtValue }: { readTerms: ReadTerms; toUsdtValue: ToUsdtValue },
): ExchangeModule & { service: EarnService } {
  const { db, clock, events } = platform;
  const service = createEarnService(platform, { readTerms });
  return {
    name: 'earn',
    service,
    calls: createEarnCalls({ db, clock, service, toUsdtValue }),
    features: ['staking'],
    journalCodes: STAKING_CODES,
    events: STAKING_EVENTS,
    jobs: [createAccrualJob(platform)],
    consumers: [
      defineConsumer({
        name: 'staking screens',
        kinds: [stakingCredited, stakingEnded],
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
