import { z } from 'zod';
import type { Mode } from '../../../lib/protocol/wire';
import type { Tx } from '../../platform/db';
import { DomainError } from '../../platform/domain-error';
import { defineEvent } from '../../platform/event-kinds';
import { appendEvents } from '../../platform/event-log';
import { createToken, hashText } from '../../platform/ids';
import { requireNotFrozen } from './accounts.freeze';
import * as users from './accounts.repository';
import { OLD_TOKEN_MS, SESSION_LIFE_MS } from './accounts.session-lifetime';
import type { LoginSource } from './accounts.throttle';

/** Devices on which one person is signed in at once; the oldest session ends. */
const SESSIONS_MAX = 20;

/** Somebody signed in; `isKnown`: on a browser on which this name was signed in before. */
export const signedIn = defineEvent(
  'accounts.signed-in',
  z.object({
    proof: z.enum(['password', 'wallet', 'passkey']),
    ip: z.string().max(60),
    browser: z.string().max(200),
    system: z.string().max(200),
    isKnown: z.boolean(),
    /** A hash of the browser's own number. */
    seenOn: z.string().length(64).optional(),
  }),
);

/**
 * The browser that signs in: its own words where the backend-for-frontend sent them, whether this name was signed in on it before, and a hash of its
 * number.
 */
export type SignInClient = { ip: string; browser: string; system: string; isKnown: boolean; seenOn?: string };
export type SessionStart = {
  mode: Mode;
  client: SignInClient;
  replaces: string | null;
  proof: 'password' | 'wallet' | 'passkey';
  now: number;
};
/** Told of a sign-in inside its transaction. */
export type SignInListener = (tx: Tx, signIn: { user: users.UserRow; client: SignInClient; at: number }) => Promise<void>;

/** What is asked for after a right password, where a person has it, and passkeys, which need no password. */
export type SecondFactor = {
  isBound(tx: Tx, userId: string): Promise<boolean>;
  /** Checks a code, tries slowed by their source, and returns what uses it up. @throws LOGIN_WAIT, TWO_FACTOR_FORMAT, TWO_FACTOR_WRONG */
  admit(input: { userId: string; code: string; source: LoginSource }): Promise<(tx: Tx) => Promise<void>>;
  /** After a sign-in by a password and a code: ends what a mailed link contests, by what was read of the person before the password was checked. */
  endContest(tx: Tx, user: { id: string; epoch: string }): Promise<void>;
  /** Returns whose passkey signed, and what uses that up. @throws PASSKEY_WRONG */
  checkPasskey(response: string): Promise<{ userId: string; spend(tx: Tx): Promise<void> }>;
};

/** Returns what uses up the code that a sign-in by password needs, nothing where it needs none. @throws TWO_FACTOR_REQUIRED, and what `admit` says */
export async function checkFactor(
  factor: SecondFactor | undefined,
  { tx, user, code, source }: { tx: Tx; user: users.UserRow; code: string | null; source: LoginSource },
): Promise<(tx: Tx) => Promise<void>> {
  if (factor === undefined || !(await factor.isBound(tx, user.id))) return () => Promise.resolve();
  if (code === null || code.trim() === '') throw new DomainError('TWO_FACTOR_REQUIRED');
  const spend = await factor.admit({ userId: user.id, code, source });
  return async (tx) => {
    await spend(tx);
    await factor.endContest(tx, user);
  };
}

/** Whether somebody was signed in on a browser before, by the trace of its number that sign-ins leave. */
export async function wasSignedInOn(tx: Tx, { userId, seenOn }: { userId: string; seenOn: string | undefined }): Promise<boolean> {
  if (seenOn === undefined) return false;
  const sql = "SELECT 1 FROM account_traces WHERE user_id = $1 AND kind = 'device' AND trace = $2";
  return (await tx.query(sql, [userId, seenOn])).rowCount > 0;
}

/** Starts a session and returns its token. @throws ACCOUNT_CLOSED, ACCOUNT_FROZEN_BY_HOUSE, ACCOUNT_FROZEN */
export async function startSession(tx: Tx, user: users.UserRow, input: SessionStart): Promise<string> {
  await requireNotFrozen(tx, user.id);
  if (input.replaces != null) await users.deleteSession(tx, { sessionId: input.replaces, leavesBy: input.now + OLD_TOKEN_MS });
  const token = createToken();
  const { ip, browser, system } = input.client;
  const session = {
    tokenHash: hashText(token),
    userId: user.id,
    mode: input.mode,
    epoch: user.epoch,
    ip,
    browser,
    system,
    proof: input.proof,
    now: input.now,
    expiresAt: input.now + SESSION_LIFE_MS,
  };
  await users.insertSession(tx, session, SESSIONS_MAX);
  const { mode, proof, client } = input;
  const payload = { proof, ip, browser, system, isKnown: client.isKnown, ...(client.seenOn !== undefined && { seenOn: client.seenOn }) };
  await appendEvents(tx, [signedIn.create({ userId: user.id, mode, at: input.now, payload })]);
  return token;
}
