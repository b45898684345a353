/**
 * How long an answer counts as fresh, in milliseconds. Every query names one of these classes instead of a number of its own.
 *
 * `live` is fed by the stream, so a fetch only fills the gap before the first event; `own` is what the signed-in user owns and is
 * invalidated by the stream; `terms` is what a market charges, which a page reads again every `TERMS_EVERY_MS`; `slow` changes rarely
 * (announcements, older records); `fixed` does not change while the app is open.
 */
export const FRESHNESS_MS = { live: 5_000, own: 10_000, terms: 10_000, slow: 60_000, fixed: 30 * 60_000 } as const;
export type Freshness = keyof typeof FRESHNESS_MS;

/** How often a page that previews a trade reads the terms of its market: with what counts as fresh and what a cache keeps, a minute at most. */
export const TERMS_EVERY_MS = 45_000;
