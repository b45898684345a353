import { isMarked, mark } from '../errors/own-kind';
import { ApiError, createRequestId } from './api-client';

/** A request without an answer says so after this long. */
export const NO_ANSWER_MS = 5_000;
/** How often an unknown outcome is looked up. */
export const LOOK_EVERY_MS = 5_000;
/** Five minutes of looking; after that a person sends again or leaves it. */
export const LOOKS_MAX = 60;

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

export type WriteSeams<Input, Answer> = {
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

/** Makes the one write of a form. `kept` is what a page before this one left without an outcome. Nothing here sends by itself but a look. */
export function createWrite<Input extends object, Answer>(
  seams: WriteSeams<Input, Answer>,
  kept: Sent<Input> | null = null,
): Write<Input, Answer> {
  const listeners = new Set<() => void>();
  let state: WriteState<Input, Answer> = { step: kept === null ? 'ready' : 'unknown', sent: kept, error: null, answer: null };
  let attempts = kept === null ? 0 : 1;
  let looks = 0;
  let cancelTimer = (): void => undefined;

  function set(change: Partial<WriteState<Input, Answer>>): void {
    state = { ...state, ...change };
    for (const listener of [...listeners]) listener();
  }
  function end(change: Partial<WriteState<Input, Answer>> & { step: 'refused' | 'barred' | 'done' }): void {
    cancelTimer();
    seams.keep(null);
    set(change);
    seams.settle();
  }
  /** An answer to an input that has ended meanwhile is nobody's. */
  const isCurrent = (sent: Sent<Input>) => state.sent === sent && isLocked(state.step);

  function post(sent: Sent<Input>): void {
    attempts += 1;
    const attempt = attempts;
    seams.post(sent.body).then(
      (answer) => {
        if (isCurrent(sent)) end({ step: 'done', answer, error: null });
      },
      (error: unknown) => {
        if (isCurrent(sent) && attempt === attempts) void fail(sent, error);
      },
    );
  }
  async function fail(sent: Sent<Input>, error: unknown): Promise<void> {
    if (isOutcomeUnknown(error)) return doubt(error);
    const confirming = seams.confirm?.(error) ?? null;
    if (confirming !== null && (await isConfirmed(sent, confirming))) return again(sent);
    if (!isCurrent(sent)) return;
    if (confirming !== null && attempts === 1) return forget();
    // A refusal of the first attempt is final. After it another attempt may still be on its way.
    if (attempts === 1 || seams.lookUp === undefined) return end({ step: 'refused', error });
    await bar(sent, { step: 'refused', error });
  }
  async function isConfirmed(sent: Sent<Input>, confirming: Promise<boolean>): Promise<boolean> {
    cancelTimer();
    set({ step: 'proving' });
    const isProved = await confirming.catch(() => false);
    return isProved && isCurrent(sent);
  }
  /** What was refused clearly is sent again as if for the first time, with its number. */
  function again(sent: Sent<Input>): void {
    if (attempts === 1) attempts = 0;
    send(sent);
  }
  function forget(): void {
    cancelTimer();
    seams.keep(null);
    set({ step: 'ready', sent: null, error: null });
    seams.settle();
  }
  function doubt(error: unknown): void {
    set({ step: 'unknown', error });
    seams.settle();
    lookLater();
  }
  function lookLater(): void {
    cancelTimer();
    if (seams.lookUp !== undefined && looks < LOOKS_MAX) cancelTimer = seams.later(LOOK_EVERY_MS, () => void look());
  }
  async function look(): Promise<void> {
    const { sent } = state;
    const requestId = sent?.body.requestId;
    if (sent === null || requestId === undefined || seams.lookUp === undefined) return;
    cancelTimer();
    looks += 1;
    // A look without an answer says nothing: the next one may.
    const outcome = await seams.lookUp.look(requestId).catch(() => 'none' as const);
    if (!isCurrent(sent) || state.step === 'barring') return;
    if (outcome === 'barred') return end({ step: 'barred', error: null });
    // It took effect: the same request now only fetches the answer that was stored.
    if (outcome === 'done') post(sent);
    lookLater();
  }
  async function bar(sent: Sent<Input>, whenBarred: { step: 'refused'; error: unknown } | { step: 'barred' }): Promise<void> {
    const requestId = sent.body.requestId ?? '';
    set({ step: 'barring' });
    cancelTimer();
    try {
      const outcome = await seams.lookUp?.bar(requestId);
      if (!isCurrent(sent)) return;
      if (outcome === 'barred') return end({ error: null, ...whenBarred });
      // It was done after all. Whoever refused the attempt that would fetch its answer is asked again with the next look, not at once.
      if (whenBarred.step === 'refused') return doubt(whenBarred.error);
      set({ step: 'waiting' });
      post(sent);
      lookLater();
    } catch (error) {
      if (isCurrent(sent)) doubt(error);
    }
  }
  function send(sent: Sent<Input>): void {
    looks = 0;
    set({ step: 'sending', sent, error: null, answer: null });
    cancelTimer();
    cancelTimer = seams.later(NO_ANSWER_MS, () => {
      if (!isCurrent(sent)) return;
      set({ step: 'waiting' });
      void look();
      lookLater();
    });
    post(sent);
  }

  if (kept !== null) void look();
  return {
    read: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start(input, text) {
      if (isLocked(state.step)) return;
      if (!seams.isOnline()) return set({ step: 'refused', sent: null, error: new OfflineError(), answer: null });
      const body = seams.isNumbered ? { ...input, requestId: (seams.makeId ?? createRequestId)() } : { ...input };
      const sent: Sent<Input> = { body, text, at: seams.now() };
      attempts = 0;
      seams.keep(sent);
      send(sent);
    },
    again() {
      if (state.step !== 'unknown' || state.sent === null) return;
      if (!seams.isOnline()) return set({ error: new OfflineError() });
      send(state.sent);
    },
    leave() {
      const { sent, step } = state;
      if (sent === null || (step !== 'unknown' && step !== 'waiting')) return;
      if (seams.lookUp !== undefined) return void bar(sent, { step: 'barred' });
      // Without a bar it may still be done while a request is on its way.
      if (step === 'waiting') return;
      forget();
    },
    reset() {
      if (!isLocked(state.step) && state.step !== 'ready') set({ step: 'ready', sent: null, error: null, answer: null });
    },
    lookNow() {
      if (state.step === 'unknown' || state.step === 'waiting') void look();
    },
  };
}
