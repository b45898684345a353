export const PRESALE_MODES = ['first-come', 'pro-rata'] as const;
export type PresaleMode = (typeof PRESALE_MODES)[number];
export const PRESALE_STATES = ['soon', 'open', 'settling', 'ended', 'refunded', 'cancelled'] as const;
export type PresaleState = (typeof PRESALE_STATES)[number];

/** How a sale ends: tokens are delivered, or the soft cap was missed and everything goes back. */
export function judgePresale({ sold, softCap }: { sold: bigint; softCap: bigint }): 'sold' | 'missed' {
  return sold >= softCap && sold > 0n ? 'sold' : 'missed';
}

/**
 * Returns how many whole tokens somebody gets who asked for `tokens`, where `sold` were asked for in all: all of them up to the supply, beyond it
 * their share of the supply, rounded down. What rounding leaves stays unsold.
 * @example allotTokens({ tokens: 10n, sold: 300n, supply: 100n }) // 3n
 */
export function allotTokens({ tokens, sold, supply }: { tokens: bigint; sold: bigint; supply: bigint }): bigint {
  return sold <= supply ? tokens : (tokens * supply) / sold;
}

/** Returns what is shown of a sale at `now` (ms). */
export function showPresaleState(sale: {
  state: 'open' | 'settling' | 'over';
  outcome: 'sold' | 'missed' | 'cancelled' | null;
  startsAt: number;
  endsAt: number;
  now: number;
}): PresaleState {
  if (sale.state === 'over') return sale.outcome === 'sold' ? 'ended' : sale.outcome === 'cancelled' ? 'cancelled' : 'refunded';
  if (sale.state === 'settling' || sale.now >= sale.endsAt) return 'settling';
  return sale.now < sale.startsAt ? 'soon' : 'open';
}
