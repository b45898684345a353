import type { RegisteredCall } from '../../http/register-call';
import type { Platform } from '../../platform/app';
import { createPerpetualCalls, createPerpetualVariants } from './perpetual.handlers';
import { openInsuranceFund } from './perpetual.insurance';
import { createPerpetualService, type MarketData } from './perpetual.service';
import type { Guard } from './perpetual.trading.handlers';

/**
 * Wires perpetual trading. `variants` are calls that share their path with spot. `start` opens the insurance fund, takes the markets' leases
 * and builds the books; calls before it are refused with MARKET_BUSY. Start it before market data, so that no print is missed.
 */
export function createPerpetualModule(platform: Platform, deps: { marketData: MarketData; guard: Guard }) {
  const service = createPerpetualService(platform, deps.marketData);
  const { db, clock, env } = platform;
  return {
    ...service,
    calls: createPerpetualCalls(platform, service, deps.guard) satisfies RegisteredCall[],
    variants: createPerpetualVariants(platform, service) satisfies RegisteredCall[],
    async start(): Promise<void> {
      await service.start(await db.transaction((tx) => openInsuranceFund(tx, { env, at: clock.now() })));
    },
  };
}
