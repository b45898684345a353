/**
 * How far this device's clock is from the exchange's, in milliseconds, as far as the stream shows: the smallest difference seen between
 * arrival and a stamp of the exchange. Ages on screen subtract it, so that a phone with a wrong clock does not call fresh prices old.
 */
let offsetMs: number | null = null;
/** What is known is only supposed: no stamp that was made while this page listened has told it. */
let isGuess = true;
/** The device's clock may have been set since: the next stamp is believed even where it says more. */
let isDoubted = false;

/** Notes the exchange's stamp of an event that has just happened. The first one replaces whatever was supposed. */
export function noteServerTime(serverMs: number, nowMs: number = Date.now()): void {
  const difference = nowMs - serverMs;
  if (offsetMs !== null && !isGuess && !isDoubted && difference >= offsetMs) return;
  offsetMs = difference;
  isGuess = false;
  isDoubted = false;
}

/**
 * Notes a time that may be wrong by any amount: the clock of the host that serves the stream, or the stamp of what happened before this page
 * listened. Counts only until the exchange has stamped something, and only where it makes nothing younger.
 */
export function guessServerTime(serverMs: number, nowMs: number = Date.now()): void {
  const difference = nowMs - serverMs;
  if (isGuess && (offsetMs === null || difference < offsetMs)) offsetMs = difference;
}

/**
 * Returns the age of a server stamp in milliseconds, never negative. While the server's clock is not known the stamp counts as new when it
 * is first asked for: a price whose stream never begins grows old all the same.
 */
export function ageMs(serverMs: number, nowMs: number = Date.now()): number {
  offsetMs ??= nowMs - serverMs;
  return Math.max(0, nowMs - serverMs - offsetMs);
}

/** Returns the server's time in ms, null while nothing has told it. Unlike `ageMs` it takes no stamp for new. */
export function serverNow(nowMs: number = Date.now()): number | null {
  return offsetMs === null ? null : nowMs - offsetMs;
}

/** A tab that slept may have had its clock set: what is known counts until the next stamp, which then replaces it. */
export function doubtServerTime(): void {
  isDoubted = true;
}
