import { z } from 'zod';
import type { Tx } from './db';

/**
 * One chunk of a job. `dueAt` (ms) is the time that it stands for, however late it is; `cursor` is null in the first chunk; `attempts` is how many tries of
 * this very chunk have failed.
 */
export type Chunk<Payload, Cursor> = { key: string; payload: Payload; cursor: Cursor | null; dueAt: number; attempts: number };

/** `missed`: after a standstill each of the times that were missed is done, in order, or the last one alone. */
export type Period = { everyMs: number; missed: 'each' | 'last' };

/** How a job is tried again: the wait doubles from `backoffMs` on; after `triesMax` failures in a row it is put aside. */
export type Tries = { triesMax: number; backoffMs: number; backoffMaxMs: number };

export type JobKind<Payload = unknown, Cursor = unknown> = {
  name: string;
  payload: z.ZodType<Payload>;
  cursor: z.ZodType<Cursor>;
  period: Period | null;
  tries: Tries;
  run(tx: Tx, piece: Chunk<Payload, Cursor>): Promise<Cursor | null>;
  /** In place of `run`, where the work leaves the database. */
  prepare?(tx: Tx, payload: Payload, of: Sending): Promise<Delivery | null>;
};

/** Which delivery is sent: its `key`, and until when (ms) this try of it is claimed by whoever sends it. */
export type Sending = { key: string; claimedUntil: number };

/** What leaves the database: `send` runs in no transaction and may run twice, `settle` notes in one that it was sent. */
export type Delivery = { send(): Promise<void>; settle?(tx: Tx): Promise<void> };

const TRIES: Tries = { triesMax: 10, backoffMs: 1_000, backoffMaxMs: 10 * 60_000 };

/**
 * Returns a kind of work; its module names it in what it brings. `run` does one chunk, some thousand rows at most, in the transaction that
 * also moves the cursor, and returns the next cursor, or null when the job is done. With a `period` it is due every so often, by itself,
 * with `{}` as its payload. @throws Error for a periodic kind that takes no such payload: it could never run
 */
export function defineJob<Payload, Cursor>(kind: {
  name: string;
  payload: z.ZodType<Payload>;
  cursor: z.ZodType<Cursor>;
  period?: Period;
  tries?: Partial<Tries>;
  run(tx: Tx, piece: Chunk<Payload, Cursor>): Promise<Cursor | null>;
}): JobKind<Payload, Cursor> {
  if (kind.period !== undefined && !kind.payload.safeParse({}).success) {
    throw new Error(`job ${kind.name} is periodic: its payload is an empty object`);
  }
  return { ...kind, period: kind.period ?? null, tries: { ...TRIES, ...kind.tries } };
}

/**
 * Returns the time that a periodic job stands for when it is done now, and the one at which it is due next, in ms. Times lie on whole periods
 * since 1970.
 */
export function timesOf({ everyMs, missed }: Period, dueAt: number, now: number): { standsFor: number; next: number } {
  const standsFor = missed === 'each' ? dueAt : Math.max(dueAt, now - (now % everyMs));
  return { standsFor, next: standsFor + everyMs };
}

/**
 * Returns a kind of work that leaves the database, such as a mail. `prepare` says in a transaction what is to be sent, null for nothing; it is sent after
 * that has ended, because a transaction that waits for another machine holds up what everybody else wants, and on the embedded database all of it.
 * What was sent is sent again when nobody could note it.
 */
export function defineDelivery<Payload>(kind: {
  name: string;
  payload: z.ZodType<Payload>;
  tries?: Partial<Tries>;
  prepare(tx: Tx, payload: Payload, of: Sending): Promise<Delivery | null>;
}): JobKind<Payload, null> & { prepare(tx: Tx, payload: Payload, of: Sending): Promise<Delivery | null> } {
  const run = () => Promise.reject(new Error(`job ${kind.name} is sent, not run`));
  return { ...kind, cursor: z.null(), period: null, tries: { ...TRIES, ...kind.tries }, run };
}
