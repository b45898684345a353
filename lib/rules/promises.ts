const HOUR_MS = 3_600_000;

/**
 * Within what time people decide what waits for them, in ms: from what was sent (identity), applied for (loans), reported (proofs), said to be sent (wires; a
 * transfer takes up to three banking days), reached (claims) or asked (support). Members read it, and the operators' queues are late after it (decision 0241).
 */
export const PROMISE_MS = {
  identity: 48 * HOUR_MS,
  loans: 48 * HOUR_MS,
  proofs: 24 * HOUR_MS,
  wires: 120 * HOUR_MS,
  claims: 168 * HOUR_MS,
  support: 24 * HOUR_MS,
} as const;

/** Returns by when something is decided, as ISO 8601; null where nothing was promised. */
export function promiseOf(what: keyof typeof PROMISE_MS, since: string | null): string | null {
  return since === null ? null : new Date(Date.parse(since) + PROMISE_MS[what]).toISOString();
}
