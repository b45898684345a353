'use client';
import { useCallback, useRef } from 'react';
import { ApiError } from './api-client';

/** Refusals after which the outcome is not known, or the same request must simply be sent again. */
const UNSETTLED = new Set(['LEGACY_TIMEOUT', 'LEGACY_UNREACHABLE', 'LEGACY_MALFORMED', 'REQUEST_PENDING', 'MARKET_BUSY', 'INTERNAL']);

/** Tells whether a failed write may have taken effect, so that only the same request id may be sent again. */
export function isUnsettled(error: unknown): boolean {
  return !(error instanceof ApiError) || UNSETTLED.has(error.code);
}

export type Intent = { requestIdFor(input: unknown): string; settle(error?: unknown): void };

/** Makes an intent keeper: one request id for the same input until its outcome is known. `makeId` is a seam for tests. */
export function createIntent(makeId: () => string = () => crypto.randomUUID()): Intent {
  let held: { input: string; requestId: string } | null = null;
  return {
    requestIdFor(input) {
      const text = JSON.stringify(input);
      if (held?.input !== text) held = { input: text, requestId: makeId() };
      return held.requestId;
    },
    settle(error) {
      if (error === undefined || !isUnsettled(error)) held = null;
    },
  };
}

/** Keeps one intent for the life of a form: a second tap or a retry after a time-out carries the same request id. */
export function useIntent(): Intent {
  const ref = useRef<Intent | null>(null);
  const get = useCallback(() => {
    ref.current ??= createIntent();
    return ref.current;
  }, []);
  return useRef<Intent>({ requestIdFor: (input) => get().requestIdFor(input), settle: (error) => get().settle(error) }).current;
}
