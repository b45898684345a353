import type { Mode } from '../../../lib/protocol/wire';
import type { Proof } from '../../platform/actor';
import type { Clock } from '../../platform/clock';
import { onCommitted } from '../../platform/after-commit';
import type { Database, Tx } from '../../platform/db';
import { DomainError } from '../../platform/domain-error';
import { createBatchLoader } from '../../platform/batch-loader';
import { createToken, hashText } from '../../platform/ids';
import type { Logger } from '../../platform/logger';
import { cacheSessions, type SessionReads } from './accounts.session-cache';
import { OLD_TOKEN_MS } from './accounts.session-lifetime';
import * as users from './accounts.repository';

/** That a session is in use is written down once in this time. */
export const SEEN_EVERY_MS = 5 * 60_000;
/** Tokens that one device may hold besides the one it shows. */
const FAMILY_MAX = 4;

export type Session = { userId: string; username: string; mode: Mode; sessionId: string; epoch: string; proof: Proof };
/** Who changes what protects their account. `takesToken`: the answer's token is sealed by whoever asks. */
export type Protecting = { userId: string; sessionId: string; takesToken?: boolean };
/** Ends what a device was given besides its token and would outlive that, in the transaction of the change. */
export type EndGiven = (tx: Tx, caller: { userId: string; sessionId: string }) => Promise<void>;
type Deps = { db: Database; clock: Clock; log: Logger; endGiven?: EndGiven | undefined };

/** Returns what reads, switches and ends the sessions that people have. */
export function createActiveSessions({ db, clock, log, endGiven }: Deps) {
  const sessions = openReads(db, clock);
  onCommitted(db, 'sessions', () => sessions.forget());
  /** Runs what may begin or end sessions: nothing that was read before or meanwhile outlives it. */
  const changeSessions = async <T>(run: (tx: Tx) => Promise<T>): Promise<T> => {
    // Also where the commit's answer is lost.
    sessions.forget();
    try {
      return await db.transaction(run);
    } finally {
      sessions.forget();
    }
  };
  const noteSeen = (row: users.SessionRow, now: number) => {
    if (row.last_seen_at.getTime() > now - SEEN_EVERY_MS) return;
    row.last_seen_at = new Date(now);
    // Nobody waits for it: the next request notes it where this one could not.
    users
      .touchSession(db.read, { sessionId: row.id, now, notAfter: now - SEEN_EVERY_MS })
      .catch((error: unknown) => log.warn({ err: error }, 'the use of a session was not noted'));
  };

  return {
    changeSessions,

    /**
     * Returns the session of a token; null when it has expired, was signed out, or its user's epoch has moved on, on whichever process. What a browser
     * asks by itself is no use: `isUse` false.
     */
    async authenticate(token: string, { isUse = true } = {}): Promise<Session | null> {
      const row = await sessions.read(hashText(token));
      if (row === null) return null;
      if (isUse) noteSeen(row, clock.now());
      return toSession(row);
    },

    /** Returns those of the token hashes whose sessions stand, from the database: what another process ended is seen at once. */
    listStanding: (tokenHashes: readonly string[]) => users.listStanding(db.read, { tokenHashes, now: clock.now() }),

    /**
     * Returns a token of the same device for the other account; null when the session's mode is that already. The token in hand stays good
     * for its own account, so that an answer that never arrives leaves the device where it was, and says so truthfully.
     */
    async switchMode(session: { sessionId: string; mode: Mode }, mode: Mode): Promise<string | null> {
      if (session.mode === mode) return null;
      const token = createToken();
      const now = clock.now();
      const of = { sessionId: session.sessionId, now, leavesBy: now + OLD_TOKEN_MS };
      const sibling = { ...of, tokenHash: hashText(token), mode, keepMax: FAMILY_MAX };
      const isKnown = await changeSessions((tx) => users.insertSibling(tx, sibling));
      if (!isKnown) throw new DomainError('SESSION_REQUIRED');
      return token;
    },

    async signOut(session: { sessionId: string }): Promise<void> {
      await changeSessions((tx) => users.deleteSession(tx, { ...session, leavesBy: clock.now() + OLD_TOKEN_MS }));
    },

    /** Ends all devices of somebody but this one, and says how many those were. */
    endOtherSessions: (caller: { userId: string; sessionId: string }) => changeSessions((tx) => users.deleteOtherDevices(tx, caller)),

    /**
     * Runs a change of what protects an account; the caller's other devices are signed out with it, and this one goes on under another `token`, so that
     * a copy of the one in hand is good for nothing; null where the caller would not take it (`takesToken`), and keeps the one in hand.
     * @throws SESSION_REQUIRED where the session ended meanwhile, or was replaced: then nothing is changed
     */
    changeProtection: <T>(caller: Protecting, run: (tx: Tx) => Promise<T>): Promise<{ result: T; token: string | null }> =>
      changeSessions(async (tx) => {
        const result = await run(tx);
        await users.deleteOtherDevices(tx, caller);
        await endGiven?.(tx, caller);
        const now = clock.now();
        const { sessionId, takesToken = false } = caller;
        const token = takesToken ? createToken() : null;
        const oldUntil = now + OLD_TOKEN_MS;
        const isHeld =
          token === null
            ? await users.holdSession(tx, { sessionId, beyond: oldUntil })
            : await users.renewSession(tx, { sessionId, tokenHash: hashText(token), now, oldUntil });
        if (!isHeld) throw new DomainError('SESSION_REQUIRED');
        return { result, token };
      }),

    /** Ends every session of a user at once. */
    async endAllSessions(userId: string): Promise<void> {
      await changeSessions((tx) => users.raiseEpoch(tx, userId));
    },
  };
}

/**
 * Returns what reads sessions. Other processes end sessions too, so each call reads its own anew; the one process of the embedded database takes it
 * from memory.
 */
function openReads(db: Database, clock: Clock): SessionReads<users.SessionRow> {
  const load = (tokenHashes: readonly string[]) => users.findSessions(db.session, { tokenHashes, now: clock.now() });
  if (db.kind === 'pglite') return cacheSessions(clock, async (hash) => (await load([hash])).get(hash) ?? null);
  return { read: createBatchLoader(load), forget: () => undefined };
}

function toSession(row: users.SessionRow): Session {
  const proof = { method: row.proof, at: row.proved_at == null ? null : Number(row.proved_at) };
  return { userId: row.user_id, username: row.username, mode: row.mode, sessionId: row.id, epoch: row.epoch, proof };
}
