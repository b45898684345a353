import type { HaltReason } from '../../../lib/protocol/wire';
import type { Clock } from '../../platform/clock';
import type { Metrics } from '../../platform/metrics';
import type { IndexPrice, IndexService } from './index-price.service';
import type { QuoteFault } from './live.source';
import { MARKETS } from './markets';

/** What is counted of the feed: ages of the index and of each venue, venues in the index, halts, and quotes that don't count, by reason. */
export function createFeedMetrics(metrics: Metrics) {
  const refused = metrics.counter({
    name: 'feed_quotes_refused_total',
    help: 'Quotes of live venues that do not count, by reason',
    labelNames: ['venue', 'reason'],
  });
  const halts = metrics.counter({ name: 'market_halts_total', help: 'Markets halted, by reason', labelNames: ['market', 'reason'] });
  const halted = new Map<string, HaltReason>();

  return {
    refuse: (venue: string, reason: QuoteFault) => refused.inc({ venue, reason }),
    leaveOut: (venue: string, _market: string) => refused.inc({ venue, reason: 'deviates' }),

    /** Shows ages and counts whenever the metrics are read. */
    watch(clock: Clock, index: IndexService): void {
      metrics.gauge({
        name: 'market_index_age_seconds',
        help: 'Age of the index',
        labelNames: ['market'],
        collect() {
          for (const { market } of MARKETS) {
            const known = index.getIndex(market);
            if (known !== null) this.set({ market }, (clock.now() - known.at) / 1_000);
          }
        },
      });
      metrics.gauge({
        name: 'market_index_sources',
        help: 'Sources in the index',
        labelNames: ['market'],
        collect() {
          for (const { market } of MARKETS) this.set({ market }, index.getIndex(market)?.sources ?? 0);
        },
      });
      metrics.gauge({
        name: 'feed_quote_age_seconds',
        help: 'Age of the newest quote of each live venue',
        labelNames: ['venue', 'market'],
        collect() {
          for (const { market } of MARKETS) for (const [venue, ageMs] of index.agesOf(market)) this.set({ venue, market }, ageMs / 1_000);
        },
      });
    },

    /** Counts and alarms each market that was halted since the last second. */
    note(prices: readonly IndexPrice[]): void {
      for (const { market, halt, at, price } of prices) {
        if (halt === null) halted.delete(market);
        else if (!halted.has(market)) {
          halts.inc({ market, reason: halt });
          metrics.alarm(
            'market_halted',
            { market, reason: halt, lastPrice: price, lastAt: at },
            'a market is halted: its price is not confirmed',
          );
        }
        if (halt !== null) halted.set(market, halt);
      }
    },
  };
}
