import type { ExchangeModule } from '../../composition/module';
import type { Platform } from '../../platform/app';
import { createMarketJournals, createOrderActivity } from '../matching/matching';
import { spotEvents } from './spot.events';
import { tapeRetention } from './spot.fills.repository';
import { SPOT_CODES } from './spot.postings';
import { createSpotCalls } from './spot.handlers';
import { createSpotService, type SpotDeps, type SpotService } from './spot.service';

/** Wires spot trading. `start` takes the markets' leases and builds the books; calls before it are refused with MARKET_BUSY. */
export function createSpotModule(
  platform: Platform,
  deps: SpotDeps,
): SpotService & Pick<Required<ExchangeModule>, 'calls'> & ExchangeModule {
  const service = createSpotService(platform, deps);
  return {
    ...service,
    name: 'spot',
    calls: createSpotCalls(platform.db, service),
    features: ['spot', 'stop-orders', 'fills', 'lists', 'acts', 'book', 'order-detail', 'cancel-all', 'amend'],
    workers: [{ phase: 'markets', start: service.start, stop: service.stop }],
    events: Object.values(spotEvents),
    journalCodes: SPOT_CODES,
    marketJournals: createMarketJournals('spot', Object.keys(SPOT_CODES)),
    journalActivity: createOrderActivity('spot', Object.keys(SPOT_CODES)),
    accountFamilies: ['house:fees-spot-*'],
    retention: [tapeRetention],
  };
}
