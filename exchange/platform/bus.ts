import type { z } from 'zod';

/** A message above this is not sent: the largest there is, a book with all its levels, has a tenth of it. */
export const MESSAGE_BYTES_MAX = 256 * 1024;
/** Requests of one process that wait for their answers at most. */
export const REQUESTS_MAX = 10_000;
/** Requests that one process works on at most. */
export const SERVED_MAX = 20_000;
/** The longest that an answer is waited for. */
export const REQUEST_MS_MAX = 10_000;

/**
 * Why a request has no answer. `unsent`: it never left this process. `nobody`: nobody serves the subject. `refused`: whoever serves it did not
 * understand it or has too much to do, and did nothing. `unanswered`: it may have been done.
 */
export type BusFailureReason = 'unsent' | 'nobody' | 'refused' | 'unanswered';

export class BusFailure extends Error {
  constructor(
    readonly reason: BusFailureReason,
    options: { cause?: unknown } = {},
  ) {
    super(`a request over the bus: ${reason}`, options);
    this.name = 'BusFailure';
  }
}

/**
 * How the processes of one exchange talk to each other. Nothing is stored: who doesn't listen at the moment never hears of it. Messages are JSON
 * and are parsed by a schema where they arrive; what fits no schema is counted and dropped. A process never hears itself.
 * Subjects are words of letters, digits, `-`, `_` and `:`, joined by dots; the first is the topic, of which there are few.
 */
export type Bus = {
  /** True when there is no way to another process: then nothing needs to be sent. */
  readonly isAlone: boolean;
  /** False while the others can't be reached. */
  isUp(): boolean;
  /** Tells everybody who listens now. What can't be sent is dropped and counted. */
  publish(subject: string, message: unknown): void;
  /** Returns the function that ends the subscription. */
  subscribe<M>(subject: string, schema: z.ZodType<M>, listener: (message: M) => void): () => void;
  /** Asks whoever serves the subject. @throws BusFailure */
  request<A>(subject: string, message: unknown, options: { timeoutMs: number; answer: z.ZodType<A> }): Promise<A>;
  /** Answers requests. Returns the function that ends it. */
  serve<M>(subject: string, schema: z.ZodType<M>, handler: (message: M) => Promise<unknown>): () => void;
  /** Calls back when the others are reached (true) or lost (false). Returns the function that ends it. */
  onChange(listener: (isUp: boolean) => void): () => void;
  start(): Promise<void>;
  stop(): Promise<void>;
};

/** Returns the bus of a process that is alone: nobody hears, nobody answers. */
export function createLocalBus(): Bus {
  const nothing = () => () => undefined;
  return {
    isAlone: true,
    isUp: () => true,
    publish: () => undefined,
    subscribe: nothing,
    request: () => Promise.reject(new BusFailure('nobody')),
    serve: nothing,
    onChange: nothing,
    start: () => Promise.resolve(),
    stop: () => Promise.resolve(),
  };
}
