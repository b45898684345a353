/** How long an export can be downloaded. */
export const EXPORT_KEPT_MS = 3 * 24 * 60 * 60_000;
/** How long a device that confirmed it can download one: a large one takes its time. */
export const EXPORT_OPEN_MS = 60 * 60_000;
/** One export of a member in this time. */
export const EXPORT_EVERY_MS = 24 * 60 * 60_000;
/** One that wasn't made within this time is over. */
export const EXPORT_MADE_MS = 7 * 24 * 60 * 60_000;
/** Sections of an export at most. */
export const EXPORT_SECTIONS_MAX = 40;
/** Rows of one part at most. */
export const EXPORT_ROWS_MAX = 1_000;
