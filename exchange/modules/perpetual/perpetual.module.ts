import type { RegisteredCall } from '../../http/register-call';
import type { Platform } from '../../platform/app';
import { createPerpetualCalls, createPerpetualVariants } from './perpetual.handlers';
import { openInsuranceFund } from './perpetual.insurance';
import type { Caller } from '../matching/matching';
import type { PlaceInput } from './perpetual.commands';
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
  return {
    ...service,
    /** How whoever quotes the books trades: without leverage, as with coins, and without a person's consent and limits. */
    quotingDoor: {
      ...service,
      placeOrder: (caller, input) => service.placeOrder(caller, { ...input, ...QUOTING }, false),
    } satisfies QuotingDoor,
    calls: createPerpetualCalls(platform, service) satisfies RegisteredCall[],
    variants: createPerpetualVariants(platform, service) satisfies RegisteredCall[],
    async start(): Promise<void> {
      await service.start(await db.transaction((tx) => openInsuranceFund(tx, { env, at: clock.now() }), { kind: 'work' }));
    },
  };
}
