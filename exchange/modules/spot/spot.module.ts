import type { RegisteredCall } from '../../http/register-call';
import type { Platform } from '../../platform/app';
import { createSpotCalls } from './spot.handlers';
import type { MarketData } from '../matching/matching';
import { createSpotService, type SpotService } from './spot.service';

/** Wires spot trading. `start` takes the markets' leases and builds the books; calls before it are refused with MARKET_BUSY. */
export function createSpotModule(platform: Platform, deps: { marketData: MarketData }): SpotService & { calls: RegisteredCall[] } {
  const service = createSpotService(platform, deps.marketData);
  return { ...service, calls: createSpotCalls(platform.db, service) };
}
