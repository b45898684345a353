'use client';
import { useState } from 'react';
import { ApiError, createRequestId } from './api-client';

/** Tells whether a failed write may have taken effect: then only the same request may be sent again. */
export function isOutcomeUnknown(error: unknown): boolean {
  return !(error instanceof ApiError) || error.isOutcomeUnknown;
}

export type Intent = {
  /** The request id of this input: a new one for a new input, the same one while the outcome of the last attempt is unknown. */
  requestIdFor(input: unknown): string;
  /** Notes the outcome: nothing for success, else what was thrown. */
  settle(error?: unknown): void;
};

/** Makes an intent keeper. `makeId` is a seam for tests. */
export function createIntent(makeId: () => string = createRequestId): Intent {
  let held: { input: string; requestId: string } | null = null;
  return {
    requestIdFor(input) {
      const text = JSON.stringify(input);
      if (held?.input !== text) held = { input: text, requestId: makeId() };
      return held.requestId;
    },
    settle(error) {
      if (error === undefined || !isOutcomeUnknown(error)) held = null;
    },
  };
}

/** Keeps one intent for the life of a form: a second tap or a retry after a time-out carries the same request id. */
export function useIntent(): Intent {
  return useState(() => createIntent())[0];
}
