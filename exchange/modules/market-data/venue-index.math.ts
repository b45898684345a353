/** A venue's price counts this long after the venue made it: twice what a venue that refreshes every two seconds needs to reach us. */
export const QUOTE_AGE_MAX_MS = 5_000;
/** Clocks of venues differ by parts of a second; a quote from further in the future says that a clock is wrong. */
export const QUOTE_AHEAD_MAX_MS = 1_000;
/** A venue further than this from the median of the others is left out, in units of 0.0001. */
export const VENUE_DEVIATION_MAX_BPS = 100;
/** An index further than this from the last one has to be confirmed, in units of 0.0001. Calm and fast markets stay within it from one quote to the next. */
export const INDEX_STEP_MAX_BPS = 200;
/** How long a quorum has to agree on such a price. Longer than a quote counts, so that every venue has spoken again. */
export const CONFIRM_MS = 6_000;
const BPS = 10_000;

/**
 * Returns how many of the configured venues an index needs: a strict majority and never one of several, so that no single venue is the
 * median.
 * @example quorumOf(4) // 3
 */
export function quorumOf(venues: number): number {
  return venues <= 1 ? 1 : Math.max(2, (venues >> 1) + 1);
}

/**
 * Returns the median of whole ticks; between two, their mean rounded half up.
 * @example calculateMedian([3, 1, 4]) // 3
 */
export function calculateMedian(ticks: readonly number[]): number {
  const sorted = [...ticks].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle];
  if (upper == null) throw new RangeError('the median of nothing');
  return sorted.length % 2 === 1 ? upper : Math.floor(((sorted[middle - 1] as number) + upper + 1) / 2);
}

/** Says whether two prices lie further apart than a part of the second one. */
export function isBeyond(priceTicks: number, from: number, bps: number): boolean {
  return Math.abs(priceTicks - from) * BPS > bps * from;
}

/**
 * Returns the quotes that agree: the one furthest from the median of the others goes first, until all that are left lie within
 * `VENUE_DEVIATION_MAX_BPS` of the median of the others. Of two that differ nobody knows which is right: neither is left.
 */
export function findAgreeing<Q extends { priceTicks: number }>(quotes: readonly Q[]): Q[] {
  let kept = [...quotes];
  while (kept.length > 1) {
    const rated = kept.map((quote) => {
      const others = calculateMedian(kept.filter((other) => other !== quote).map((other) => other.priceTicks));
      return {
        quote,
        distance: Math.abs(quote.priceTicks - others) / others,
        isOut: isBeyond(quote.priceTicks, others, VENUE_DEVIATION_MAX_BPS),
      };
    });
    const worst = rated.filter(({ isOut }) => isOut).sort((a, b) => b.distance - a.distance)[0];
    if (worst === undefined) return kept;
    if (kept.length === 2) return [];
    kept = kept.filter((quote) => quote !== worst.quote);
  }
  return kept;
}
