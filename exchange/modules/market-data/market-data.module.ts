import type { ExchangeModule } from '../../composition/module';
import type { Platform } from '../../platform/app';
import { createFeedMetrics } from './feed.metrics';
import { createLiveSources } from './live.source';
import type { MarketData } from './market-data';
import { createMarketDataCalls } from './market-data.handlers';
import { createMarketDataService, type MarketDataDeps } from './market-data.service';
import type { PriceSource } from './market-data.source';
import { auditPrints, describePrintAudit } from './prints.service';
import { createReplaySource } from './replay.source';
import { createSimulationSource } from './simulation.source';

/** The print is made a moment after the whole second, when the sources have spoken. */
const PRINT_DELAY_MS = 60;

export type MarketDataModule = MarketData & ExchangeModule;

/**
 * Returns the sources that the environment names. Outside sandbox mode nothing simulated or recorded may pass for a market: there are none then,
 * and every market is dead.
 */
export async function createConfiguredSources({ env, clock, log, metrics }: Platform): Promise<PriceSource[]> {
  if (env.feed === 'live') {
    const onRefused = createFeedMetrics(metrics).refuse;
    return createLiveSources({ venues: env.feedVenues, clock, log, onRefused });
  }
  if (!env.sandbox) {
    log.warn({ feed: env.feed }, 'a simulated or recorded feed runs in sandbox mode only: there are no prices');
    return [];
  }
  if (env.feed === 'simulation') return [createSimulationSource({ seed: env.feedSeed, clock })];
  if (env.feedReplayDir == null) throw new Error('FEED=replay needs FEED_REPLAY_DIR, a folder of recorded candles');
  return [await createReplaySource({ folder: env.feedReplayDir, clock })];
}

/** Wires market data: sources, the one-second loop, the calls 21 to 23, x.tickers and x.prints. `sources` overrides the configured ones. */
export async function createMarketDataModule(
  platform: Platform,
  deps: Partial<MarketDataDeps> & { isWarming?: boolean; listedAt?(market: string): number } = {},
): Promise<MarketDataModule> {
  const { clock, db, log } = platform;
  const sources = deps.sources ?? (await createConfiguredSources(platform));
  const service = createMarketDataService(platform, { ...deps, sources });
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> = Promise.resolve();
  let isStopped = false;

  async function runSecond(): Promise<void> {
    try {
      await service.runSecond();
    } catch (error) {
      log.error({ err: error }, 'a second of market data failed');
    }
    if (!isStopped) schedule();
  }

  /** One second at a time: when the database is slow, seconds are left out rather than queued. */
  function schedule(): void {
    const waitMs = 1_000 - ((clock.now() - PRINT_DELAY_MS) % 1_000);
    timer = setTimeout(() => {
      running = runSecond();
    }, waitMs);
  }

  async function start(): Promise<void> {
    for (const source of sources) await source.start((price) => service.accept(source.name, price));
    await service.load();
    running = runSecond();
    if (deps.isWarming !== false) service.warm().catch((error: unknown) => log.warn({ err: error }, 'history was not computed ahead'));
  }

  async function stop(): Promise<void> {
    isStopped = true;
    service.stop();
    if (timer) clearTimeout(timer);
    for (const source of sources) await source.stop();
    await running;
  }

  return {
    name: 'market-data',
    calls: createMarketDataCalls({ service, db, clock, listedAt: deps.listedAt ?? (() => 0) }),
    features: ['prints'],
    workers: [{ phase: 'prices', start, stop }],
    audits: [{ subject: 'print chain', run: async (asked) => describePrintAudit(await auditPrints(asked)) }],
    sources,
    getIndex: service.getIndex,
    getActivity: service.getActivity,
    getTickers: service.getTickers,
    getCandles: service.getCandles,
    getSimulatedPrice: service.getSimulatedPrice,
    onPrint: service.onPrint,
  };
}
