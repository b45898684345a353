import type { ExchangeModule } from '../../composition/module';
import type { Platform } from '../../platform/app';
import type { LiquidityMarkets, TradingDoor } from './liquidity.door';
import { LIQUIDITY_CODES } from './liquidity.funding';
import { createLiquidityService, type LiquidityDeps } from './liquidity.service';

/**
 * Wires the liquidity providers and the takers: ordinary accounts, one of each for a market, that trade through the ordinary doors. They trade test money only: both modes in
 * the sandbox, the demo books alone elsewhere. Start it after the doors and before the first caller is served.
 */
export function createLiquidityModule(
  platform: Platform,
  deps: { spot: TradingDoor; perpetual?: TradingDoor; marketData: LiquidityMarkets } & Pick<LiquidityDeps, 'isDrivenByHand'>,
) {
  const modes = platform.env.sandbox ? (['real', 'demo'] as const) : (['demo'] as const);
  const common = { platform, markets: deps.marketData, modes, isDrivenByHand: deps.isDrivenByHand ?? false };
  const services = [createLiquidityService({ ...common, door: deps.spot, type: 'spot' })];
  if (deps.perpetual !== undefined) services.push(createLiquidityService({ ...common, door: deps.perpetual, type: 'perpetual' }));
  const worker = {
    async start(): Promise<void> {
      for (const service of services) await service.start();
    },
    async stop(): Promise<void> {
      for (const service of services) await service.stop();
    },
  };
  return {
    ...worker,
    name: 'liquidity',
    workers: [{ ...worker, phase: 'traders' }],
    journalCodes: LIQUIDITY_CODES,
    async check(): Promise<void> {
      for (const service of services) await service.check();
    },
  } satisfies ExchangeModule & { check(): Promise<void>; start(): Promise<void>; stop(): Promise<void> };
}
