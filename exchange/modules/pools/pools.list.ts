import type { Mode } from '../../../lib/protocol/wire';
import { houseAddress } from '../ledger/ledger';

/**
 * The house's own money, by what it is for. `assets` are those that a pool may hold; `grant` is test money in whole units, granted once in the
 * demo accounts, and in the real ones of a sandbox. Elsewhere a pool has what its operators put in.
 */
export const POOLS = {
  staking: { assets: { USDT: 10_000_000n, USDC: 10_000_000n, ETH: 10_000n } },
  hosting: { assets: { USDT: 5_000_000n } },
  loan: { assets: { USDT: 50_000_000n } },
  reward: { assets: { USDT: 1_000_000n } },
  // What convert gives: the coins with an index price, about a million USDT of each.
  convert: {
    assets: {
      USDT: 20_000_000n,
      USDC: 1_000_000n,
      BTC: 50n,
      ETH: 1_000n,
      SOL: 10_000n,
      BNB: 2_000n,
      XRP: 1_000_000n,
      ADA: 2_000_000n,
      DOGE: 10_000_000n,
      TRX: 5_000_000n,
      LTC: 10_000n,
      LINK: 60_000n,
      AVAX: 40_000n,
      DOT: 200_000n,
    },
  },
} as const satisfies Record<string, { assets: Record<string, bigint> }>;

export type PoolName = keyof typeof POOLS;
export const POOL_NAMES = Object.keys(POOLS) as readonly PoolName[];

export type PoolPart = { pool: PoolName; mode: Mode; asset: string };

/** What is free to be promised: `house:real:staking-pool:USDT`. */
export function poolAddress({ pool, mode, asset }: PoolPart): string {
  return houseAddress({ mode, name: `${pool}-pool`, asset });
}

/** What is promised and not paid yet: `house:real:staking-reserved:USDT`. */
export function reservedAddress({ pool, mode, asset }: PoolPart): string {
  return houseAddress({ mode, name: `${pool}-reserved`, asset });
}

/** Returns the assets of a pool, in the order of its list. */
export function assetsOf(pool: PoolName): string[] {
  return Object.keys(POOLS[pool].assets);
}
