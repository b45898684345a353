import type { ExchangeModule } from '../../composition/module';
import type { Platform } from '../../platform/app';
import { auditPerpetual } from './perpetual.audit';
import { PERPETUAL_CODES } from './perpetual.codes';
import { describeInsurance } from './perpetual.insurance-need';
import { perpetualEvents } from './perpetual.order-events';
import { INSURANCE_FUND } from './perpetual.postings';
import { premiumRetention, tapeRetention } from './perpetual.retention';
import { createPerpetualCalls, createPerpetualVariants } from './perpetual.handlers';
import { openInsuranceFund } from './perpetual.insurance';
import { type Caller, createMarketJournals, createOrderActivity } from '../matching/matching';
import type { PlaceInput } from './perpetual.commands';
import { createTermsTelling } from './perpetual.terms-telling';
import { createPerpetualService, type PerpetualDeps, type PerpetualService } from './perpetual.service';

const QUOTING = { leverage: 1, isReduceOnly: false, takeProfit: null, stopLoss: null } as const;
type QuotingDoor = Omit<PerpetualService, 'placeOrder'> & {
  placeOrder(caller: Caller, input: Omit<PlaceInput, keyof typeof QUOTING>): ReturnType<PerpetualService['placeOrder']>;
};

/**
 * Wires perpetual trading. `variants` are calls that share their path with spot. `start` opens the insurance fund, takes the markets' leases
 * and builds the books; calls before it are refused with MARKET_BUSY. Start it before market data, so that no print is missed.
 */
export function createPerpetualModule(platform: Platform, deps: PerpetualDeps) {
  const service = createPerpetualService(platform, deps);
  const { db, clock, env } = platform;
  const start = async (): Promise<void> =>
    service.start(await db.transaction((tx) => openInsuranceFund(tx, { env, at: clock.now() }), { kind: 'work' }));
  const telling = createTermsTelling(platform);
  const module = {
    name: 'perpetual',
    calls: createPerpetualCalls(platform, service),
    variants: { type: 'perpetual', calls: createPerpetualVariants(platform, service) },
    features: ['perpetual', 'position-lists', 'perpetual-fills'],
    workers: [{ phase: 'listeners', start, stop: service.stop }],
    events: Object.values(perpetualEvents),
    jobs: [telling.job],
    consumers: [telling.consumer],
    journalCodes: PERPETUAL_CODES,
    marketJournals: createMarketJournals('perpetual', Object.keys(PERPETUAL_CODES)),
    journalActivity: createOrderActivity('perpetual', Object.keys(PERPETUAL_CODES)),
    accountFamilies: [`house:${INSURANCE_FUND}`, 'house:fees-perpetual-*', 'house:rounding', 'clearing:perpetual-*', 'clearing:funding-*'],
    audits: [
      {
        subject: 'perpetual trading',
        run: async (asked) => ({ figures: [await describeInsurance(asked)], faults: await auditPerpetual(asked) }),
      },
    ],
    retention: [premiumRetention, tapeRetention],
  } satisfies ExchangeModule;
  return {
    ...service,
    ...module,
    start,
    /** How whoever quotes the books trades: without leverage, as with coins, and without a person's consent and limits. */
    quotingDoor: {
      ...service,
      placeOrder: (caller, input) => service.placeOrder(caller, { ...input, ...QUOTING }, false),
    } satisfies QuotingDoor,
  };
}
