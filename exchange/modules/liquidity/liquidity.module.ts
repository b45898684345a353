import type { Platform } from '../../platform/app';
import { openProvider } from './liquidity.funding';
import { createLiquidityService, type LiquidityMarkets, type SpotDoor } from './liquidity.service';

/**
 * Wires the liquidity provider: an ordinary account that trades through the ordinary door. It quotes test money only: both modes in the
 * sandbox, the demo books alone elsewhere. Start it after spot and before the first caller is served.
 */
export function createLiquidityModule(platform: Platform, deps: { spot: SpotDoor; marketData: LiquidityMarkets }) {
  const modes = platform.env.sandbox ? (['real', 'demo'] as const) : (['demo'] as const);
  const service = createLiquidityService({ platform, spot: deps.spot, markets: deps.marketData, modes });
  return {
    async start(): Promise<void> {
      await service.start(await platform.db.transaction((tx) => openProvider(tx, { modes, at: platform.clock.now() })));
    },
    stop: () => service.stop(),
    check: () => service.check(),
  };
}
