/**
 * How far this device's clock is from the server's, in milliseconds, as far as the stream shows: the smallest difference seen between
 * arrival and the server's stamp. Ages on screen subtract it, so that a phone with a wrong clock does not call fresh prices old.
 */
let offsetMs: number | null = null;
/** The device's clock may have been set since: the next stamp is believed even where it says more. */
let isDoubted = false;

/** Notes the server's stamp of one event. */
export function noteServerTime(serverMs: number, nowMs: number = Date.now()): void {
  const difference = nowMs - serverMs;
  if (offsetMs !== null && !isDoubted && difference >= offsetMs) return;
  offsetMs = difference;
  isDoubted = false;
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
