import type { Mode } from '../../../lib/protocol/wire';
import type { Proof } from '../../platform/actor';
import type { Clock } from '../../platform/clock';
import { z } from 'zod';
import type { Bus } from '../../platform/bus';
import type { Database, Tx } from '../../platform/db';
import { DomainError } from '../../platform/domain-error';
import { createToken, hashText } from '../../platform/ids';
import type { Logger } from '../../platform/logger';
import { rememberSessions } from './accounts.remembered';
import * as users from './accounts.repository';

/** That a session is in use is written down once in this time. */
export const SEEN_EVERY_MS = 5 * 60_000;
/** Says to the other processes that sessions ended. */
const ENDED_SUBJECT = 'sessions.ended';
const endedSchema = z.object({});
/** Tokens that one device may hold besides the one it shows. */
const FAMILY_MAX = 4;

export type Session = { userId: string; username: string; mode: Mode; sessionId: string; epoch: string; proof: Proof };
type Deps = { db: Database; clock: Clock; bus: Bus; log: Logger };

/** Returns what reads, switches and ends the sessions that people have. */
export function createStandingSessions({ db, clock, bus, log }: Deps) {
  const sessions = rememberSessions<Session>(clock);
  bus.subscribe(ENDED_SUBJECT, endedSchema, () => sessions.forget());
  const changeSessions = <T>(run: (tx: Tx) => Promise<T>) => sessions.change(() => db.transaction(run));
  const endSessions = async <T>(run: (tx: Tx) => Promise<T>): Promise<T> => {
    const result = await changeSessions(run);
    bus.publish(ENDED_SUBJECT, {});
    return result;
  };
  const noteSeen = (row: users.SessionRow, now: number) => {
    if (row.last_seen_at.getTime() > now - SEEN_EVERY_MS) return;
    // Nobody waits for it: the next request notes it where this one could not.
    users
      .touchSession(db.read, { sessionId: row.id, now, notAfter: now - SEEN_EVERY_MS })
      .catch((error: unknown) => log.warn({ err: error }, 'the use of a session was not noted'));
  };

  return {
    /** Runs what may begin or end sessions: nothing that was read before or meanwhile outlives it on this process. */
    changeSessions,

    /** Runs what ends sessions; they count for nothing on any process that hears of it, elsewhere after a second at the most. */
    endSessions,

    /**
     * Returns the session of a token; null when it has expired, was signed out, or its user's epoch has moved on. What a browser asks by itself is no
     * use: `isUse` false.
     */
    async authenticate(token: string, { isUse = true } = {}): Promise<Session | null> {
      const tokenHash = hashText(token);
      return sessions.read(tokenHash, async () => {
        const row = await users.findSession(db.read, { tokenHash, now: clock.now() });
        if (row == null) return null;
        if (isUse) noteSeen(row, clock.now());
        return toSession(row);
      });
    },

    /** Sessions were ended elsewhere: on this process and on those that hear of it none is taken from memory. */
    forgetSessions(): void {
      sessions.forget();
      bus.publish(ENDED_SUBJECT, {});
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
      const sibling = { sessionId: session.sessionId, tokenHash: hashText(token), mode, now: clock.now(), keepMax: FAMILY_MAX };
      const isKnown = await changeSessions((tx) => users.insertSibling(tx, sibling));
      if (!isKnown) throw new DomainError('SESSION_REQUIRED');
      return token;
    },

    async signOut(session: { sessionId: string }): Promise<void> {
      await endSessions((tx) => users.deleteSession(tx, session.sessionId));
    },

    /** Ends all devices of somebody but this one, and says how many those were. */
    endOtherSessions: (caller: { userId: string; sessionId: string }) => endSessions((tx) => users.deleteOtherDevices(tx, caller)),

    /** Runs a change of what protects an account; the caller's other devices are signed out with it. */
    changeProtection: <T>(caller: { userId: string; sessionId: string }, run: (tx: Tx) => Promise<T>): Promise<T> =>
      endSessions(async (tx) => {
        const result = await run(tx);
        await users.deleteOtherDevices(tx, caller);
        return result;
      }),

    /** Ends every session of a user at once. */
    async endAllSessions(userId: string): Promise<void> {
      await endSessions((tx) => users.raiseEpoch(tx, userId));
    },
  };
}

function toSession(row: users.SessionRow): Session {
  const proof = { method: row.proof, at: row.proved_at == null ? null : Number(row.proved_at) };
  return { userId: row.user_id, username: row.username, mode: row.mode, sessionId: row.id, epoch: row.epoch, proof };
}
