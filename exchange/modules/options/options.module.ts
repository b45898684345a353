import type { ExchangeModule, Worker } from '../../composition/module';
import type { Platform } from '../../platform/app';
import type { RiskLimits } from '../risk-limits/risk-limits';
import type { Print } from '../market-data/market-data';
import type { OptionTerms } from '../registry/registry';
import { createOptionCalls, createOptionVariants } from './options.handlers';
import { optionSettled } from './options.events';
import { fundPool, OPTION_CODES, optionJournals } from './options.postings';
import { createOptionService, type OptionMarkets } from './options.service';
import { OPTION_POOL } from './options.terms';
import { createSettlement } from './options.settlement';

/** Without prints nobody tells the settlement that a minute is over. */
const IDLE_RUN_MS = 1_000;

type MarketDoor = OptionMarkets & { onPrint(listener: (print: Print) => void): () => void };

/** Wires seconds contracts. `variants` are calls that share their path with spot; start it before market data, so that no print is missed. */
export function createOptionsModule(
  platform: Platform,
  deps: { marketData: MarketDoor; riskLimits: RiskLimits; readTerms(): OptionTerms },
) {
  const { db, clock, metrics } = platform;
  const service = createOptionService(platform, { ...deps, markets: deps.marketData });
  const settlement = createSettlement(platform);
  let running: Promise<void> | null = null;
  let isAsked = false;
  let isStopped = false;
  let stopListening: (() => void) | null = null;
  let timer: NodeJS.Timeout | null = null;

  /** One run at a time; a print that comes meanwhile is looked at right after it. */
  function run(): void {
    isAsked = true;
    running ??= (async () => {
      while (isAsked && !isStopped) {
        isAsked = false;
        try {
          await settlement.run();
        } catch (error) {
          metrics.alarm('option_settlement_failed', { err: error }, 'a settlement of seconds contracts failed, the next print tries again');
        }
      }
      running = null;
    })();
  }

  const worker: Worker = {
    phase: 'listeners',
    async start(): Promise<void> {
      await db.transaction((tx) => fundPool(tx, clock.now()), { kind: 'work' });
      stopListening = deps.marketData.onPrint(run);
      timer = setInterval(run, IDLE_RUN_MS);
      run();
    },
    async stop(): Promise<void> {
      isStopped = true;
      stopListening?.();
      if (timer !== null) clearInterval(timer);
      await running;
    },
  };
  return {
    name: 'options',
    calls: createOptionCalls(service),
    variants: { type: 'option', calls: createOptionVariants(service) },
    features: ['option', 'contract-list'],
    workers: [worker],
    events: [optionSettled],
    journalCodes: OPTION_CODES,
    marketJournals: optionJournals,
    accountFamilies: ['house:options-stakes', 'house:options-reserved', `house:${OPTION_POOL}`],
  } satisfies ExchangeModule;
}
