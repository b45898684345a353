import { createRequestId } from './api-client';
import {
  isLocked,
  isOutcomeUnknown,
  POLL_EVERY_MS,
  POLLS_MAX,
  NO_ANSWER_MS,
  OfflineError,
  type Sent,
  type Write,
  type WriteDeps,
  type WriteState,
} from './write-state';

export {
  isLocked,
  POLL_EVERY_MS,
  POLLS_MAX,
  NO_ANSWER_MS,
  OfflineError,
  type Sent,
  type Write,
  type WriteDeps,
  type WriteState,
  type WriteStep,
} from './write-state';

/** Makes the one write of a form. `kept` is what a page before this one left without an outcome. Nothing here sends by itself but a look. */
export function createWrite<Input extends object, Answer>(
  seams: WriteDeps<Input, Answer>,
  kept: Sent<Input> | null = null,
): Write<Input, Answer> {
  const machine = new WriteMachine(seams, kept);
  return {
    read: () => machine.read(),
    subscribe: (listener) => machine.subscribe(listener),
    start: (input, text) => machine.start(input, text),
    again: () => machine.again(),
    leave: () => machine.leave(),
    reset: () => machine.reset(),
    lookNow: () => machine.lookNow(),
  };
}

/** The steps that a write goes through, one after the other. */
class WriteMachine<Input extends object, Answer> implements Write<Input, Answer> {
  readonly #seams: WriteDeps<Input, Answer>;
  readonly #listeners = new Set<() => void>();
  #state: WriteState<Input, Answer>;
  #attempts: number;
  #looks = 0;
  #cancelTimer = (): void => undefined;

  constructor(seams: WriteDeps<Input, Answer>, kept: Sent<Input> | null) {
    this.#seams = seams;
    this.#state = { step: kept === null ? 'ready' : 'unknown', sent: kept, error: null, answer: null };
    this.#attempts = kept === null ? 0 : 1;
    if (kept !== null) void this.#look();
  }

  read(): WriteState<Input, Answer> {
    return this.#state;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  start(input: Input, text: string): void {
    if (isLocked(this.#state.step)) return;
    if (!this.#seams.isOnline()) return void this.#set({ step: 'refused', sent: null, error: new OfflineError(), answer: null });
    const body = this.#seams.isNumbered ? { ...input, requestId: (this.#seams.makeId ?? createRequestId)() } : { ...input };
    const sent: Sent<Input> = { body, text, at: this.#seams.now() };
    this.#attempts = 0;
    this.#seams.keep(sent);
    this.#send(sent);
  }

  again(): void {
    if (this.#state.step !== 'unknown' || this.#state.sent === null) return;
    if (!this.#seams.isOnline()) return void this.#set({ error: new OfflineError() });
    this.#send(this.#state.sent);
  }

  leave(): void {
    const { sent, step } = this.#state;
    if (sent === null || (step !== 'unknown' && step !== 'waiting')) return;
    if (this.#seams.lookUp !== undefined) return void this.#bar(sent, { step: 'barred' });
    // Without a bar it may still be done while a request is on its way.
    if (step === 'waiting') return;
    this.#forget();
  }

  reset(): void {
    if (!isLocked(this.#state.step) && this.#state.step !== 'ready') this.#set({ step: 'ready', sent: null, error: null, answer: null });
  }

  lookNow(): void {
    if (this.#state.step === 'unknown' || this.#state.step === 'waiting') void this.#look();
  }

  #set(change: Partial<WriteState<Input, Answer>>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of [...this.#listeners]) listener();
  }

  #end(change: Partial<WriteState<Input, Answer>> & { step: 'refused' | 'barred' | 'done' }): void {
    this.#cancelTimer();
    this.#seams.keep(null);
    this.#set(change);
    this.#seams.settle();
  }

  /** An answer to an input that has ended meanwhile is nobody's. */
  #isCurrent(sent: Sent<Input>): boolean {
    return this.#state.sent === sent && isLocked(this.#state.step);
  }

  #post(sent: Sent<Input>): void {
    this.#attempts += 1;
    const attempt = this.#attempts;
    this.#seams.post(sent.body).then(
      (answer) => {
        if (this.#isCurrent(sent)) this.#end({ step: 'done', answer, error: null });
      },
      (error: unknown) => {
        if (this.#isCurrent(sent) && attempt === this.#attempts) void this.#fail(sent, error);
      },
    );
  }

  async #fail(sent: Sent<Input>, error: unknown): Promise<void> {
    if (isOutcomeUnknown(error)) return this.#doubt(error);
    const confirming = this.#seams.confirm?.(error) ?? null;
    if (confirming !== null && (await this.#isConfirmed(sent, confirming))) return this.#again(sent);
    if (!this.#isCurrent(sent)) return;
    if (confirming !== null && this.#attempts === 1) return this.#forget();
    // A refusal of the first attempt is final. After it another attempt may still be on its way.
    if (this.#attempts === 1 || this.#seams.lookUp === undefined) return this.#end({ step: 'refused', error });
    await this.#bar(sent, { step: 'refused', error });
  }

  async #isConfirmed(sent: Sent<Input>, confirming: Promise<boolean>): Promise<boolean> {
    this.#cancelTimer();
    this.#set({ step: 'proving' });
    const isProved = await confirming.catch(() => false);
    return isProved && this.#isCurrent(sent);
  }

  /** What was refused clearly is sent again as if for the first time, with its number. */
  #again(sent: Sent<Input>): void {
    if (this.#attempts === 1) this.#attempts = 0;
    this.#send(sent);
  }

  #forget(): void {
    this.#cancelTimer();
    this.#seams.keep(null);
    this.#set({ step: 'ready', sent: null, error: null });
    this.#seams.settle();
  }

  #doubt(error: unknown): void {
    this.#set({ step: 'unknown', error });
    this.#seams.settle();
    this.#lookLater();
  }

  #lookLater(): void {
    this.#cancelTimer();
    if (this.#seams.lookUp !== undefined && this.#looks < POLLS_MAX)
      this.#cancelTimer = this.#seams.later(POLL_EVERY_MS, () => void this.#look());
  }

  async #look(): Promise<void> {
    const { sent } = this.#state;
    const requestId = sent?.body.requestId;
    if (sent === null || requestId === undefined || this.#seams.lookUp === undefined) return;
    this.#cancelTimer();
    this.#looks += 1;
    // A look without an answer says nothing: the next one may.
    const outcome = await this.#seams.lookUp.look(requestId).catch(() => 'none' as const);
    if (!this.#isCurrent(sent) || this.#state.step === 'barring') return;
    if (outcome === 'barred') return this.#end({ step: 'barred', error: null });
    // It took effect: the same request now only fetches the answer that was stored.
    if (outcome === 'done') this.#post(sent);
    this.#lookLater();
  }

  async #bar(sent: Sent<Input>, whenBarred: { step: 'refused'; error: unknown } | { step: 'barred' }): Promise<void> {
    const requestId = sent.body.requestId ?? '';
    this.#set({ step: 'barring' });
    this.#cancelTimer();
    try {
      const outcome = await this.#seams.lookUp?.bar(requestId);
      if (!this.#isCurrent(sent)) return;
      if (outcome === 'barred') return this.#end({ error: null, ...whenBarred });
      // It was done after all. Whoever refused the attempt that would fetch its answer is asked again with the next look, not at once.
      if (whenBarred.step === 'refused') return this.#doubt(whenBarred.error);
      this.#set({ step: 'waiting' });
      this.#post(sent);
      this.#lookLater();
    } catch (error) {
      if (this.#isCurrent(sent)) this.#doubt(error);
    }
  }

  #send(sent: Sent<Input>): void {
    this.#looks = 0;
    this.#set({ step: 'sending', sent, error: null, answer: null });
    this.#cancelTimer();
    this.#cancelTimer = this.#seams.later(NO_ANSWER_MS, () => {
      if (!this.#isCurrent(sent)) return;
      this.#set({ step: 'waiting' });
      void this.#look();
      this.#lookLater();
    });
    this.#post(sent);
  }
}
