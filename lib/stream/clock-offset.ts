/**
 * How far this device's clock is from the server's, in milliseconds, as far as the stream shows: the smallest difference seen between
 * arrival and the server's stamp. Ages on screen subtract it, so that a phone with a wrong clock does not call fresh prices old.
 */
let offsetMs: number | null = null;

/** Notes the server's stamp of one event. */
export function noteServerTime(serverMs: number, nowMs: number = Date.now()): void {
  const difference = nowMs - serverMs;
  if (offsetMs === null || difference < offsetMs) offsetMs = difference;
}

/**
 * Returns the age of a server stamp in milliseconds, never negative. While the server's clock is not known the stamp counts as new when it
 * is first asked for: a price whose stream never begins grows old all the same.
 */
export function ageMs(serverMs: number, nowMs: number = Date.now()): number {
  offsetMs ??= nowMs - serverMs;
  return Math.max(0, nowMs - serverMs - offsetMs);
}

/** Forgets what was noted; a tab that slept may have had its clock set. */
export function forgetServerTime(): void {
  offsetMs = null;
}
