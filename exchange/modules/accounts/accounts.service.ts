import { isStepUpStatement } from '../../../lib/rules/step-up';
import { UNFREEZE_STATEMENT } from '../../../lib/rules/wallet-message';
import type { Clock } from '../../platform/clock';
import type { Database, Tx } from '../../platform/db';
import { DomainError } from '../../platform/domain-error';
import { hashText } from '../../platform/ids';
import type { Logger } from '../../platform/logger';
import type { Challenges } from './accounts.challenge';
import { markChallengeUsed } from './accounts.codes.repository';
import type { MailCodes } from './accounts.mail-codes';
import { openByWallet } from './accounts.opening';
import { liftFreeze } from './accounts.freeze';
import { type ChosenPasswords, ownWordsOf } from './accounts.chosen-passwords';
import { renewHash, verifyPassword } from './accounts.passwords';
import * as users from './accounts.repository';
import {
  checkFactor,
  type SecondFactor,
  type SessionStart,
  type SignInListener,
  startSession,
  wasSignedInOn,
} from './accounts.session-start';
import { createRegistrations } from './accounts.registering';
import type { LoginSource, LoginThrottle } from './accounts.throttle';
import { createActiveSessions, type EndGiven } from './accounts.active-sessions';
import type { PasskeySignIn, PasswordCheck, PasswordSignIn, WalletSignIn } from './accounts.sign-in';
import type { WalletProofs } from './accounts.wallet-proofs';
import { type WorkLimiter, workSourceOf } from './accounts.work-limiter';

/** A used message is remembered for so long after its end: the clocks of several processes differ. */
const NONCE_MARGIN_MS = 10 * 60_000;
const WALLET_ADDRESS = /^0x[0-9a-f]{40}$/;

export { SEEN_EVERY_MS } from './accounts.active-sessions';

type Deps = {
  db: Database;
  clock: Clock;
  log: Logger;
  challenges: Challenges;
  mailCodes: MailCodes;
  throttle: LoginThrottle;
  gate: WorkLimiter;
  chosen: ChosenPasswords;
  wallets: WalletProofs;
  factor: SecondFactor | undefined;
  endGiven?: EndGiven | undefined;
};

/** Returns what signs people in and out. Every method is called by a handler whose access the http border has checked. */
export function createAccountsService(deps: Deps) {
  const { db, clock, challenges, chosen } = deps;
  const standing = createActiveSessions(deps);
  return {
    ...standing,
    ...createSignIns(deps, standing.changeSessions),

    /** Returns the hash of a password that a person chose. @throws what `ChosenPasswords.check` says */
    async hashChosenPassword(input: { userId: string; password: string; passwordAgain: string; source: LoginSource }): Promise<string> {
      const user = await users.findUserById(db.read, input.userId);
      const own = { ownWords: ownWordsOf(user ?? {}), source: workSourceOf(input.source) };
      await chosen.check({ ...input, ...own });
      return chosen.hash({ ...input, ...own });
    },

    /** @throws CHALLENGE_FAILED */
    spendProof: (tx: Tx, proof: string) => challenges.spend(tx, proof, clock.now()),

    ...createRegistrations(deps),

    isEmailTaken: async (email: string): Promise<boolean> => (await users.findTaken(db.read, { username: '', email })).email,

    async getUser(userId: string): Promise<users.UserRow> {
      const user = await users.findUserById(db.read, userId);
      if (user == null) throw new DomainError('SESSION_REQUIRED');
      return user;
    },
  };
}

export type AccountsService = ReturnType<typeof createAccountsService>;

/** Returns the ways in. */
function createSignIns(
  { db, clock, log, throttle, gate, wallets, factor }: Deps,
  changeSessions: <T>(run: (tx: Tx) => Promise<T>) => Promise<T>,
) {
  const listeners: SignInListener[] = [];
  const start = async (tx: Tx, user: users.UserRow, input: Omit<SessionStart, 'now'>) => {
    const now = clock.now();
    const token = await startSession(tx, user, { ...input, now });
    for (const listener of listeners) await listener(tx, { user, client: input.client, at: now });
    return token;
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
      const spendCode = await checkFactor(factor, { tx: db.read, user, code, source });
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
        // The backend-for-frontend doesn't know beforehand whose passkey it is: its browser may be known for somebody else.
        const isKnown = input.client.isKnown && (await wasSignedInOn(tx, { userId, seenOn: input.client.seenOn }));
        return start(tx, user, { ...input, client: { ...input.client, isKnown }, proof: 'passkey' });
      });
    },

    /** Checks the password of somebody who is signed in, slowed like sign-ins. @throws as signing in by password */
    async checkOwnPassword({ userId, password, source }: { userId: string; password: string; source: LoginSource }): Promise<void> {
      await checkPassword({ name: '', password, source, proof: null }, () => users.findUserById(db.read, userId));
    },
  };
}
