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

/**
 * Returns between how many whole tokens somebody who has asked for `bought` may still ask for; `most` is 0 when nothing is left for them. What is less than
 * the least for a purchase is sold as it is: the last piece of a sale goes to whoever comes first, and that of a person's bound to them.
 * @example findPurchaseBounds({ min: 10, max: 100, bought: 0, left: 3 }) // { least: 3, most: 3 }
 */
export function findPurchaseBounds({ min, max, bought, left }: { min: number; max: number; bought: number; left: number | null }): {
  least: number;
  most: number;
} {
  const most = Math.max(0, Math.min(max - bought, left ?? Number.POSITIVE_INFINITY));
  return { least: Math.min(min, most), most };
}

/** Returns how many tokens can still be asked for; null: any number, as everybody gets a share. */
export function countLeft({ mode, supply, sold }: { mode: PresaleMode; supply: number; sold: number }): number | null {
  return mode === 'first-come' ? Math.max(0, supply - sold) : null;
}

/** Whether anything of a sale can be asked for now. */
export function isBuyable({ state, ...sale }: { state: PresaleState; mode: PresaleMode; supply: number; sold: number }): boolean {
  return state === 'open' && countLeft(sale) !== 0;
}

/** How tokens are given out: `first` percent at the end of the sale, the rest in `parts` equal parts, one every `days` days after it. All at once: 100, 0, 0. */
export type Vesting = { first: number; parts: number; days: number };
export const AT_ONCE: Vesting = { first: 100, parts: 0, days: 0 };
const DAY_MS = 86_400_000;

/**
 * Returns how many whole tokens somebody who got `allotted` has received once `done` parts after the first were delivered, rounded down; all of them with the last.
 * @example countVested({ allotted: 10n, vesting: { first: 25, parts: 3, days: 30 }, done: 1 }) // 5n
 */
export function countVested({ allotted, vesting: { first, parts }, done }: { allotted: bigint; vesting: Vesting; done: number }): bigint {
  if (done >= parts) return allotted;
  return (allotted * BigInt(first * parts + (100 - first) * done)) / BigInt(100 * parts);
}

/** Returns how many parts are due at `now` (ms) of a sale that ended at `endsAt`. */
export function countDueParts({ vesting: { parts, days }, endsAt, now }: { vesting: Vesting; endsAt: number; now: number }): number {
  return parts === 0 ? 0 : Math.max(0, Math.min(parts, Math.floor((now - endsAt) / (days * DAY_MS))));
}

/** Returns when the part after `done` of them is due (ms); null: there is none. */
export function findNextPart({
  vesting: { parts, days },
  endsAt,
  done,
}: {
  vesting: Vesting;
  endsAt: number;
  done: number;
}): number | null {
  return done >= parts ? null : endsAt + (done + 1) * days * DAY_MS;
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
