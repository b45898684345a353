import { isMarked, mark } from '../errors/own-kind';
import { ApiError } from './api-client';

/** A request without an answer says so after this long. */
export const NO_ANSWER_MS = 5_000;
/** How often an unknown outcome is looked up. */
export const POLL_EVERY_MS = 5_000;
/** Five minutes of looking; after that a person sends again or leaves it. */
export const POLLS_MAX = 60;

/** Nothing was sent: the device has no line. */
export class OfflineError extends Error {
  static override [Symbol.hasInstance](value: unknown): value is OfflineError {
    return isMarked(value, 'offline');
  }
  override readonly name = 'OfflineError';
  constructor() {
    super();
    mark(this, 'offline');
  }
}

/** What left at the tap: the very body of the request, the words on the button, and when (ms since 1970). */
export type Sent<Input> = { body: Input & { requestId?: string }; text: string; at: number };

/**
 * `ready`: nothing under way. `sending`: on its way. `waiting`: on its way, and no answer so far. `unknown`: nobody can say whether it was
 * done. `proving`: refused until the user confirms it. `barring`: being kept from being done. `refused`, `barred`: it was not done and won't be. `done`: it was done once.
 */
export type WriteStep = 'ready' | 'sending' | 'waiting' | 'proving' | 'unknown' | 'barring' | 'refused' | 'barred' | 'done';
export type WriteState<Input, Answer> = {
  step: WriteStep;
  /** What the step is about; null while ready. */
  sent: Sent<Input> | null;
  /** The newest refusal or failure. */
  error: unknown;
  answer: Answer | null;
};

export type WriteDeps<Input, Answer> = {
  post(body: Sent<Input>['body']): Promise<Answer>;
  /** Has the user confirm what was refused for lack of that; says whether they did. Null for any other refusal. */
  confirm?(error: unknown): Promise<boolean> | null;
  /** Absent where nobody can say what became of a request. */
  lookUp?: { look(requestId: string): Promise<'done' | 'barred' | 'none'>; bar(requestId: string): Promise<'done' | 'barred'> };
  isNumbered: boolean;
  isOnline(): boolean;
  /** Keeps what left until its outcome is known, over a reload of the page; null forgets it. */
  keep(sent: Sent<Input> | null): void;
  /** Called whenever something may have changed at the exchange. */
  settle(): void;
  now(): number;
  /** Runs later; returns what prevents it. */
  later(ms: number, run: () => void): () => void;
  makeId?(): string;
};

/** Whether a failed write may have taken effect: then only the same request may be sent again. */
export function isOutcomeUnknown(error: unknown): boolean {
  return !(error instanceof ApiError) || error.isOutcomeUnknown;
}

const LOCKED: ReadonlySet<WriteStep> = new Set(['sending', 'waiting', 'proving', 'unknown', 'barring']);
/** Whether the input stands as it was at the tap and nothing else can be sent. */
export function isLocked(step: WriteStep): boolean {
  return LOCKED.has(step);
}

export type Write<Input, Answer> = {
  read(): WriteState<Input, Answer>;
  subscribe(listener: () => void): () => void;
  /** Sends a new input; nothing happens while another one is locked. `text` is what the button said. */
  start(input: Input, text: string): void;
  /** Sends the same body once more, after an outcome that nobody knows. */
  again(): void;
  /** Gives up what may not have been done: it is kept from being done where that is possible. */
  leave(): void;
  /** Forgets what has ended. */
  reset(): void;
  /** Looks the outcome up now, such as when the line is back. */
  lookNow(): void;
};
