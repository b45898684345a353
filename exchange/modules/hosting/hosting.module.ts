import type { ExchangeModule } from '../../composition/module';
import type { Platform } from '../../platform/app';
import { defineConsumer } from '../../platform/event-kinds';
import { auditHosting } from './hosting.audit';
import { HOSTING_EVENTS, hostingCredited, hostingEnded, hostingValued } from './hosting.events';
import { createHostingCalls, createHostingVariants } from './hosting.handlers';
import { createValuationJob } from './hosting.job';
import { FEES, HOSTING, HOSTING_CODES } from './hosting.postings';
import type { FindPrice } from './hosting.past.worker';
import type { ListFills } from './hosting.record';
import { type Confirm, createHostingService, type ReadPlans } from './hosting.service';
import type { BookDoors, ReadSettledRates, TraderMarkets } from './hosting.trader';
import type { ValuationDeps } from './hosting.valuation';
import { createTradingWorker } from './hosting.worker';

/** Wires hosting: plans, books, their valuations and their trading. */
export function createHostingModule(
  platform: Platform,
  {
    readPlans,
    confirm,
    doors,
    markets,
    findSimulated,
    readSettledRates,
    listFills,
    ...deps
  }: ValuationDeps & {
    readPlans: ReadPlans;
    confirm: Confirm;
    doors: BookDoors;
    markets: TraderMarkets;
    readSettledRates: ReadSettledRates;
    findSimulated: FindPrice | null;
    listFills: ListFills;
  },
): ExchangeModule {
  const { clock, events } = platform;
  const service = createHostingService(platform, { readPlans, confirm, listFills });
  return {
    name: 'hosting',
    calls: createHostingCalls(service),
    features: ['hosting'],
    variants: { type: '0', calls: createHostingVariants(service) },
    workers: [createTradingWorker({ platform, doors, markets, readSettledRates, findSimulated, listPlans: service.listPlans, ...deps })],
    journalCodes: HOSTING_CODES,
    holdRecords: { [HOSTING]: 'hosting' },
    accountFamilies: [`house:${FEES}`],
    events: HOSTING_EVENTS,
    jobs: [createValuationJob(platform, { ...deps, listPlans: service.listPlans })],
    consumers: [
      defineConsumer({
        name: 'hosting screens',
        kinds: [hostingCredited, hostingValued, hostingEnded],
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
    audits: [{ subject: 'hosting', run: (asked) => auditHosting(asked, clock.now(), deps.sumTakerFees) }],
  };
}
