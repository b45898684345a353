import type { Mode } from '../../../lib/protocol/wire';
import { isStepUpStatement } from '../../../lib/rules/step-up';
import { UNFREEZE_STATEMENT } from '../../../lib/rules/wallet-message';
import type { Proof } from '../../platform/actor';
import type { Clock } from '../../platform/clock';
import { z } from 'zod';
import type { Bus } from '../../platform/bus';
import type { Database, Tx } from '../../platform/db';
import { DomainError } from '../../platform/domain-error';
import { createToken, hashText } from '../../platform/ids';
import type { Logger } from '../../platform/logger';
import type { Challenges } from './accounts.challenge';
import { markChallengeUsed } from './accounts.codes.repository';
import type { MailCodes } from './accounts.mail-codes';
import { openByWallet } from './accounts.opening';
import { liftFreeze } from './accounts.freeze';
import { type ChosenPasswords, ownWordsOf } from './accounts.chosen-passwords';
import { renewHash, verifyPassword } from './accounts.passwords';
import { rememberSessions } from './accounts.remembered';
import * as users from './accounts.repository';
import { checkFactor, type SecondFactor, type SessionStart, type SignInListener, startSession } from './accounts.session-start';
import { createRegistrations } from './accounts.registering';
import type { LoginSource, LoginThrottle } from './accounts.throttle';
import type { PasskeySignIn, PasswordCheck, PasswordSignIn, WalletSignIn } from './accounts.sign-in';
import type { WalletProofs } from './accounts.wallet-proofs';
import { type WorkGate, workSourceOf } from './accounts.work-gate';

/** A used message is remembered for so long after its end: the clocks of several processes differ. */
const NONCE_MARGIN_MS = 10 * 60_000;
/** That a session is in use is written down once in this time. */
export const SEEN_EVERY_MS = 5 * 60_000;
/** Says to the other processes that sessions ended. */
const ENDED_SUBJECT = 'sessions.ended';
const endedSchema = z.object({});
/** Tokens that one device may hold besides the one it shows. */
const FAMILY_MAX = 4;
const WALLET_ADDRESS = /^0x[0-9a-f]{40}$/;

export type Session = { userId: string; username: string; mode: Mode; sessionId: string; epoch: string; proof: Proof };
type Deps = {
  db: Database;
  clock: Clock;
  bus: Bus;
  log: Logger;
  challenges: Challenges;
  mailCodes: MailCodes;
  throttle: LoginThrottle;
  gate: WorkGate;
  chosen: ChosenPasswords;
  wallets: WalletProofs;
  factor: SecondFactor | undefined;
};

/** Returns what signs people in and out. Every method is called by a handler whose access the http border has checked. */
export function createAccountsService({ db, clock, bus, log, challenges, mailCodes, throttle, gate, chosen, wallets, factor }: Deps) {
  const listeners: SignInListener[] = [];
  const start = async (tx: Tx, user: users.UserRow, input: Omit<SessionStart, 'now'>) => {
    const now = clock.now();
    const token = await startSession(tx, user, { ...input, now });
    for (const listener of listeners) await listener(tx, { user, client: input.client, at: now });
    return token;
  };
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
  const renewPassword = async ({ id, password_hash: old }: users.UserRow, password: string) => {
    if (old === null) return;
    const renewed = await renewHash(old, password);
    if (renewed === old) return;
    // The next sign-in renews it where this one could not.
    await users
      .replacePasswordHash(db.read, { userId: id, old, renewed })
      .catch((error: unknown) => log.warn({ err: error }, 'a password hash was not renewed'));
  };
  const checkPassword = (input: PasswordCheck, find: () => Promise<users.UserRow | null>) =>
    gate.run(workSourceOf(input.source), async () => {
      const known = await find();
      const attempt = { name: input.name, userId: known?.id ?? null, source: input.source };
      await throttle.admit({ ...attempt, proof: input.proof, now: clock.now() });
      const isRight = await verifyPassword(known?.password_hash ?? null, input.password);
      if (known == null || !isRight) throw new DomainError('LOGIN_FAILED');
      await throttle.succeed(attempt);
      await renewPassword(known, input.password);
      return known;
    });
  return {
    /** Tells of every sign-in, inside its transaction. */
    onSignIn(listener: SignInListener): void {
      listeners.push(listener);
    },

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
     * Signs in the wallet that signed `message` and returns the token; a new address opens an account. Each message counts once.
     * @throws WALLET_SIGNATURE_WRONG, WALLET_MESSAGE_EXPIRED, REQUEST_INVALID, REFERRAL_UNKNOWN, ACCOUNT_FROZEN
     */
    async signInByWallet(input: WalletSignIn): Promise<string> {
      const address = input.address.toLowerCase();
      if (!WALLET_ADDRESS.test(address)) throw new DomainError('REQUEST_INVALID', { params: { field: 'username' } });
      const { nonce, expiresAt, statement } = await wallets.verify({ ...input, address, now: clock.now() });
      if (isStepUpStatement(statement)) throw new DomainError('WALLET_SIGNATURE_WRONG', { detail: 'no sign-in message' });
      return changeSessions(async (tx) => {
        const now = clock.now();
        const isFirst = await markChallengeUsed(tx, { idHash: hashText(`nonce ${nonce}`), expiresAt: expiresAt + NONCE_MARGIN_MS, now });
        if (!isFirst) throw new DomainError('WALLET_MESSAGE_EXPIRED', { detail: 'signed in with before' });
        const known = await users.findUserByWallet(tx, address);
        if (known !== null && statement === UNFREEZE_STATEMENT) await liftFreeze(tx, { userId: known.id, now });
        const user = known ?? (await openByWallet(tx, { address, invite: input.invite, at: now }));
        return start(tx, user, { mode: input.mode, client: input.client, replaces: input.replaces, proof: 'wallet' });
      });
    },

    /** @throws LOGIN_FAILED for a wrong name and a wrong password alike, after the same work; what throttle and `checkFactor` throw; SIGN_IN_BUSY */
    async signInByPassword(input: PasswordSignIn): Promise<string> {
      const name = input.login.trim().toLowerCase();
      const user = await checkPassword({ ...input, name }, () => users.findUserByLogin(db.read, name));
      const { mode, client, replaces, code, source } = input;
      const spendCode = await checkFactor(factor, { tx: db.read, userId: user.id, code, source });
      return changeSessions(async (tx) => {
        await spendCode(tx);
        return start(tx, user, { mode, client, replaces, proof: 'password' });
      });
    },

    /** Signs in whoever's passkey signed. @throws PASSKEY_WRONG, ACCOUNT_FROZEN, FEATURE_NOT_OFFERED */
    async signInByPasskey({ response, ...input }: PasskeySignIn): Promise<string> {
      if (factor === undefined) throw new DomainError('FEATURE_NOT_OFFERED');
      const { userId, spend } = await factor.checkPasskey(response);
      return changeSessions(async (tx) => {
        await spend(tx);
        const user = await users.findUserById(tx, userId);
        if (user === null) throw new DomainError('PASSKEY_WRONG');
        return start(tx, user, { ...input, proof: 'passkey' });
      });
    },

    /** Checks the password of somebody who is signed in, slowed like sign-ins. @throws as signing in by password */
    async checkOwnPassword({ userId, password, source }: { userId: string; password: string; source: LoginSource }): Promise<void> {
      await checkPassword({ name: '', password, source, proof: null }, () => users.findUserById(db.read, userId));
    },

    /** Returns the hash of a password that a person chose. @throws what `ChosenPasswords.check` says */
    async hashChosenPassword(input: { userId: string; password: string; passwordAgain: string; source: LoginSource }): Promise<string> {
      const user = await users.findUserById(db.read, input.userId);
      const own = { ownWords: ownWordsOf(user ?? {}), source: workSourceOf(input.source) };
      await chosen.check({ ...input, ...own });
      return chosen.hash({ ...input, ...own });
    },

    /** @throws CHALLENGE_FAILED */
    spendProof: (tx: Tx, proof: string) => challenges.spend(tx, proof, clock.now()),

    ...createRegistrations({ db, clock, challenges, mailCodes, chosen }),

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

    isEmailTaken: async (email: string): Promise<boolean> => (await users.findTaken(db.read, { username: '', email })).email,

    async getUser(userId: string): Promise<users.UserRow> {
      const user = await users.findUserById(db.read, userId);
      if (user == null) throw new DomainError('SESSION_REQUIRED');
      return user;
    },
  };
}

export type AccountsService = ReturnType<typeof createAccountsService>;

function toSession(row: users.SessionRow): Session {
  const proof = { method: row.proof, at: row.proved_at == null ? null : Number(row.proved_at) };
  return { userId: row.user_id, username: row.username, mode: row.mode, sessionId: row.id, epoch: row.epoch, proof };
}
