import { sourceOf } from '../../../lib/bounds/address-source';
import type { Mode } from '../../../lib/protocol/wire';
import type { Proof } from '../../platform/actor';
import type { Clock } from '../../platform/clock';
import { type Database, RetryTransaction, type Tx } from '../../platform/db';
import { DomainError } from '../../platform/domain-error';
import { createToken, hashText } from '../../platform/ids';
import type { Challenges } from './accounts.challenge';
import { markChallengeUsed } from './accounts.codes.repository';
import type { CodeAsker, MailCodes } from './accounts.mail-codes';
import { openPersonAccount } from './accounts.opening';
import { hashPassword, verifyPassword } from './accounts.passwords';
import { rememberSessions } from './accounts.remembered';
import * as users from './accounts.repository';
import type { LoginSource, LoginThrottle } from './accounts.throttle';
import type { WalletProofs } from './accounts.wallet-proofs';
import type { WorkGate, WorkSource } from './accounts.work-gate';

/** A used message is remembered for so long after its end: the clocks of several processes differ. */
const NONCE_MARGIN_MS = 10 * 60_000;
const SESSION_LIFE_MS = 30 * 24 * 60 * 60_000;
/** Devices on which one person is signed in at once; the oldest session ends. */
const SESSIONS_MAX = 20;
/** Tokens that one device may hold besides the one it shows. */
const FAMILY_MAX = 4;
const USERNAME = /^[A-Za-z0-9_]{3,32}$/;
const WALLET_ADDRESS = /^0x[0-9a-f]{40}$/;
const EMAIL = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$/;
const EMAIL_LENGTH_MAX = 254;
const PASSWORD_LENGTH_MIN = 10;

export type Session = { userId: string; username: string; mode: Mode; sessionId: string; epoch: string; proof: Proof };
export type Registration = {
  username: string;
  email: string;
  password: string;
  passwordAgain: string;
  code: string;
  proof: string;
  invite: string | null;
  asker: CodeAsker;
};
type PasswordSignIn = {
  login: string;
  password: string;
  mode: Mode;
  source: LoginSource;
  proof: string | null;
  replaces: string | null;
};
type WalletSignIn = {
  address: string;
  message: string | null;
  signature: string | null;
  mode: Mode;
  ip: string;
  invite: string | null;
  replaces: string | null;
};
type Deps = {
  db: Database;
  clock: Clock;
  challenges: Challenges;
  mailCodes: MailCodes;
  throttle: LoginThrottle;
  gate: WorkGate;
  wallets: WalletProofs;
};

/** Returns what signs people in and out. Every method is called by a handler whose access the http border has checked. */
export function createAccountsService({ db, clock, challenges, mailCodes, throttle, gate, wallets }: Deps) {
  const startSession = (tx: Tx, user: users.UserRow, input: Omit<SessionStart, 'now'>) =>
    insertNewSession(tx, user, { ...input, now: clock.now() });
  const sessions = rememberSessions<Session>(clock);
  const changeSessions = <T>(run: (tx: Tx) => Promise<T>) => sessions.change(() => db.transaction(run));
  return {
    /** Returns the session of a token; null when it has expired, was signed out, or its user's epoch has moved on. */
    async authenticate(token: string): Promise<Session | null> {
      const tokenHash = hashText(token);
      return sessions.read(tokenHash, async () => {
        const row = await users.findSession(db.read, { tokenHash, now: clock.now() });
        return row == null ? null : toSession(row);
      });
    },

    /** Returns those of the token hashes whose sessions stand, from the database: what another process ended is seen at once. */
    listStanding: (tokenHashes: readonly string[]) => users.listStanding(db.read, { tokenHashes, now: clock.now() }),

    /**
     * Signs in the wallet that signed `message` and returns the token; a new address opens an account. Each message counts once.
     * @throws WALLET_SIGNATURE_WRONG, WALLET_MESSAGE_EXPIRED, REQUEST_INVALID, REFERRAL_UNKNOWN
     */
    async signInByWallet(input: WalletSignIn): Promise<string> {
      const address = input.address.toLowerCase();
      if (!WALLET_ADDRESS.test(address)) throw new DomainError('REQUEST_INVALID', { params: { field: 'username' } });
      const { nonce, expiresAt } = await wallets.verify({ ...input, address, now: clock.now() });
      return changeSessions(async (tx) => {
        const now = clock.now();
        const isFirst = await markChallengeUsed(tx, { idHash: hashText(`nonce ${nonce}`), expiresAt: expiresAt + NONCE_MARGIN_MS, now });
        if (!isFirst) throw new DomainError('WALLET_MESSAGE_EXPIRED', { detail: 'signed in with before' });
        const known = await users.findUserByWallet(tx, address);
        const user = known ?? (await openByWallet(tx, { address, invite: input.invite, at: now }));
        return startSession(tx, user, { mode: input.mode, ip: input.ip, replaces: input.replaces, proof: 'wallet' });
      });
    },

    /** @throws LOGIN_FAILED for a wrong name and a wrong password alike, after the same work; what the throttle throws; SIGN_IN_BUSY */
    async signInByPassword(input: PasswordSignIn): Promise<string> {
      const name = input.login.trim().toLowerCase();
      const user = await gate.run(workSourceOf(input.source), async () => {
        const known = await users.findUserByLogin(db.read, name);
        const attempt = { name, userId: known?.id ?? null, source: input.source };
        await throttle.admit({ ...attempt, proof: input.proof, now: clock.now() });
        const isRight = await verifyPassword(known?.password_hash ?? null, input.password);
        if (known == null || !isRight) throw new DomainError('LOGIN_FAILED');
        await throttle.succeed(attempt);
        return known;
      });
      const start = { mode: input.mode, ip: input.source.ip, replaces: input.replaces, proof: 'password' } as const;
      return changeSessions((tx) => startSession(tx, user, start));
    },

    /**
     * Opens an account with a password; does not sign in.
     * @throws USERNAME_INVALID, EMAIL_INVALID, PASSWORD_WEAK, PASSWORD_MISMATCH, CHALLENGE_FAILED, MAIL_CODE_WRONG, USERNAME_TAKEN, EMAIL_TAKEN, REFERRAL_UNKNOWN
     */
    async register(input: Registration): Promise<void> {
      checkRegistration(input);
      const now = clock.now();
      challenges.verify(input.proof, now);
      const mailKey = { email: input.email, purpose: 'register' };
      await mailCodes.check({ ...mailKey, asker: input.asker, code: input.code, now });
      // Only now: who has no mailbox to show learns nothing about names that are taken.
      if ((await users.findTaken(db.read, { username: input.username, email: null })).username) throw new DomainError('USERNAME_TAKEN');
      const passwordHash = await gate.run(workSourceOf({ ip: input.asker.ip, device: null }), () => hashPassword(input.password));
      await db.transaction(async (tx) => {
        await challenges.spend(tx, input.proof, now);
        await openPersonAccount(tx, {
          username: input.username,
          email: input.email,
          walletAddress: null,
          passwordHash,
          invite: input.invite,
          at: now,
        });
      });
      await mailCodes.spend(mailKey);
    },

    /** Mails a code; whoever asks learns nothing about who has an account. @throws EMAIL_INVALID, CHALLENGE_FAILED, RATE_LIMITED */
    async sendRegisterCode(input: { email: string; proof: string; asker: CodeAsker }): Promise<void> {
      if (!isEmail(input.email)) throw new DomainError('EMAIL_INVALID');
      const now = clock.now();
      await db.transaction((tx) => challenges.spend(tx, input.proof, now));
      const { email: isTaken } = await users.findTaken(db.read, { username: '', email: input.email });
      await mailCodes.send({ email: input.email, purpose: 'register', asker: input.asker, isTaken, now });
    },

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
      await changeSessions((tx) => users.deleteSession(tx, session.sessionId));
    },

    /** Ends every session of a user at once. */
    async endAllSessions(userId: string): Promise<void> {
      await changeSessions((tx) => users.raiseEpoch(tx, userId));
    },

    async getUser(userId: string): Promise<users.UserRow> {
      const user = await users.findUserById(db.read, userId);
      if (user == null) throw new DomainError('SESSION_REQUIRED');
      return user;
    },
  };
}

export type AccountsService = ReturnType<typeof createAccountsService>;

async function openByWallet(tx: Tx, input: { address: string; invite: string | null; at: number }): Promise<users.UserRow> {
  try {
    return await openPersonAccount(tx, {
      username: input.address,
      email: null,
      walletAddress: input.address,
      passwordHash: null,
      invite: input.invite,
      at: input.at,
    });
  } catch (error) {
    // The same wallet was signed in twice at once, and the other one opened the account.
    if (error instanceof DomainError && error.code === 'USERNAME_TAKEN') throw new RetryTransaction('the account was opened meanwhile');
    throw error;
  }
}

type SessionStart = { mode: Mode; ip: string; replaces: string | null; proof: 'password' | 'wallet'; now: number };

async function insertNewSession(tx: Tx, user: users.UserRow, input: SessionStart): Promise<string> {
  if (input.replaces != null) await users.deleteSession(tx, input.replaces);
  const token = createToken();
  const session = {
    tokenHash: hashText(token),
    userId: user.id,
    mode: input.mode,
    epoch: user.epoch,
    ip: input.ip,
    proof: input.proof,
    now: input.now,
    expiresAt: input.now + SESSION_LIFE_MS,
  };
  await users.insertSession(tx, session, SESSIONS_MAX);
  return token;
}

function toSession(row: users.SessionRow): Session {
  const proof = { method: row.proof, at: row.proved_at == null ? null : Number(row.proved_at) };
  return { userId: row.user_id, username: row.username, mode: row.mode, sessionId: row.id, epoch: row.epoch, proof };
}

function workSourceOf({ ip, device }: LoginSource): WorkSource {
  return device === null ? { source: `network ${sourceOf(ip)}`, isKnown: false } : { source: `device ${device}`, isKnown: true };
}

function isEmail(text: string): boolean {
  return text.length <= EMAIL_LENGTH_MAX && EMAIL.test(text);
}

function checkRegistration(input: Registration): void {
  if (!USERNAME.test(input.username)) throw new DomainError('USERNAME_INVALID');
  if (!isEmail(input.email)) throw new DomainError('EMAIL_INVALID');
  if ([...input.password].length < PASSWORD_LENGTH_MIN) throw new DomainError('PASSWORD_WEAK');
  if (input.password !== input.passwordAgain) throw new DomainError('PASSWORD_MISMATCH');
}
