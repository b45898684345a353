import { z } from 'zod';
import type { Tx } from '../../platform/db';
import { hashInput } from '../../platform/idempotency';
import { ActionRefused } from './operators.errors';

const BASE_LENGTH_MAX = 200;
const FINGERPRINT_LENGTH = 12;

/** The version that somebody read before they asked for another one: its number, or the fingerprint of what has none. */
export const baseField = z.string('the version that was read is needed').min(1, 'the version that was read is needed').max(BASE_LENGTH_MAX);

/** Something that an action writes whole: what a sentence calls it, its version now, and the version that was read by who asks for another one. */
export type Base = {
  what: string;
  now: string;
  read: string /** What of it becomes what, for who agrees on it. */;
  changes?: readonly string[];
};

/** Returns the version of something that counts none: two that say the same have the same. */
export function fingerprint(value: unknown): string {
  return hashInput(value).slice(0, FINGERPRINT_LENGTH);
}

/** What an action that writes something whole knows of it. */
export type Versioned<I> = {
  /** Returns it as it is now, and as it stays until the transaction ends; null: there is none, which the action itself says. */
  readBase?(tx: Tx, input: NoInfer<I>): Promise<Base | null>;
};

/**
 * Refuses an action that would write over what somebody else wrote since it was read. It is asked when the action is asked for, so that nobody agrees on what can't be done,
 * and again in the transaction that does it. @throws ActionRefused
 */
export async function requireBase<I>(tx: Tx, act: Versioned<I>, input: I): Promise<Base | null> {
  const base = (await act.readBase?.(tx, input)) ?? null;
  if (base !== null && base.now !== base.read) {
    throw new ActionRefused(
      'MOVED_ON',
      `Somebody changed ${base.what}: it is at version ${base.now}, and this was asked for against version ${base.read}. Read it again, then ask anew.`,
    );
  }
  return base;
}
