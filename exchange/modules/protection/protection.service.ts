import { readCode } from '../../../lib/rules/identity';
import { LOCK_DAYS, readPhrase, walletLinkStatement } from '../../../lib/rules/protection';
import type { SecurityChange } from '../../../lib/rules/security';
import type { Platform } from '../../platform/app';
import { sqlStateOf, type Tx } from '../../platform/db';
import { DomainError } from '../../platform/domain-error';
import { appendEvents } from '../../platform/event-log';
import { hashText } from '../../platform/ids';
import {
  type AccountsService,
  holdOutgoing,
  markChallengeUsed,
  type OwnCodes,
  type Protecting,
  requireUncontested,
  type WalletProofs,
} from '../accounts/accounts';
import { securityChanged } from '../security/security.events';
import type { StepUp } from '../step-up/step-up';
import * as stored from './protection.repository';

const DAY_MS = 86_400_000;
/** A used message is remembered for so long after its end: the clocks of several processes differ. */
const NONCE_MARGIN_MS = 10 * 60_000;
const UNIQUE_VIOLATION = '23505';

/** Has a change of what protects an account mailed to an address, with a link that freezes the account. */
export type ChangeMail = (tx: Tx, input: { userId: string; to: string; what: SecurityChange; now: number }) => Promise<void>;
export type Caller = Protecting;
type Deps = Pick<Platform, 'db' | 'clock'> & {
  accounts: Pick<AccountsService, 'changeProtection'>;
  codes: OwnCodes;
  wallets: WalletProofs;
  stepUp: StepUp;
  /** Has a change mailed to an address that is no longer, or not only, the account's. */
  mailChange: ChangeMail;
};

/** Returns what an owner sets to protect the account, and the ways in. */
export function createProtectionService({ db, clock, accounts, codes, wallets, stepUp, mailChange }: Deps) {
  const noteChange = (tx: Tx, { userId }: Caller, what: SecurityChange) =>
    appendEvents(tx, [securityChanged.create({ userId, mode: null, at: clock.now(), payload: { what } })]);
  async function read(tx: Tx, userId: string): Promise<stored.Protection> {
    const found = await stored.readProtection(tx, userId);
    if (found === null) throw new DomainError('SESSION_REQUIRED');
    return found;
  }
  const whenTaken = (code: 'EMAIL_TAKEN' | 'WALLET_TAKEN') => (error: unknown) => {
    throw sqlStateOf(error) === UNIQUE_VIOLATION ? new DomainError(code) : error;
  };

  return {
    read: (userId: string) => read(db.read, userId),

    /** Sets the phrase that mails repeat; an empty one takes it away. @throws PHRASE_INVALID, SETTINGS_LOCKED, STEP_UP_REQUIRED */
    async setPhrase(caller: Caller, text: string): Promise<void> {
      const phrase = text.trim() === '' ? null : readPhrase(text);
      if (phrase === null && text.trim() !== '') throw new DomainError('PHRASE_INVALID', { params: { field: 'phrase' } });
      await db.transaction(async (tx) => {
        await stepUp.require(tx, caller, { act: 'phrase' });
        if (await stored.setPhrase(tx, { userId: caller.userId, phrase })) await noteChange(tx, caller, 'phrase-changed');
      });
    },

    /**
     * Locks what protects the account for whole days after a confirmation that names them, and returns until when (ms). No call and no operator
     * makes it shorter. @throws STEP_UP_REQUIRED, FACTOR_CONTESTED
     */
    lock(caller: Caller, days: number): Promise<number> {
      if (days < LOCK_DAYS.min || days > LOCK_DAYS.max) throw new DomainError('REQUEST_INVALID', { params: { field: 'days' } });
      return db.transaction(async (tx) => {
        const { until, isNew } = await stored.extendLock(tx, { userId: caller.userId, until: clock.now() + days * DAY_MS });
        if (!isNew) return until;
        // Who bound an authenticator that is contested would confirm by it, and shut the owner out of ending it.
        await requireUncontested(tx, caller.userId);
        await stepUp.require(tx, caller, { act: 'lock', days: String(days) });
        await noteChange(tx, caller, 'settings-locked');
        return until;
      });
    },

    /**
     * Makes an address the account's after its code and a confirmation that names it. Both addresses are told; other sessions end, and money
     * stays in for a day. @throws EMAIL_INVALID, MAIL_CODE_FORMAT, MAIL_CODE_WRONG, EMAIL_TAKEN, SETTINGS_LOCKED, STEP_UP_REQUIRED
     */
    async changeEmail(caller: Caller, { email, code: typed }: { email: string; code: string }): Promise<{ token: string | null }> {
      const { userId } = caller;
      const code = readCode(typed);
      if (code === null) throw new DomainError('MAIL_CODE_FORMAT', { params: { field: 'code' } });
      await codes.check({ userId, email, code });
      const change = async (tx: Tx) => {
        const now = clock.now();
        const before = await read(tx, userId);
        await stepUp.require(tx, caller, { act: 'email', address: email });
        await stored.setEmail(tx, { userId, email, now });
        await holdOutgoing(tx, { userId, now });
        await noteChange(tx, caller, 'email-changed');
        if (before.email !== null) await mailChange(tx, { userId, to: before.email, what: 'email-changed', now });
      };
      const changed = await accounts.changeProtection(caller, change).catch(whenTaken('EMAIL_TAKEN'));
      await codes.spend(email);
      return changed;
    },

    /**
     * Lets a wallet open the account, after its signature under a message that names the account, and a confirmation. Money stays in for a day.
     * @throws WALLET_SIGNATURE_WRONG, WALLET_MESSAGE_EXPIRED, WALLET_LINKED, WALLET_TAKEN, SETTINGS_LOCKED, STEP_UP_REQUIRED
     */
    async linkWallet(caller: Caller, given: { address: string; message: string; signature: string }): Promise<{ token: string | null }> {
      const { userId } = caller;
      const address = given.address.toLowerCase();
      const { username } = await read(db.read, userId);
      const said = await wallets.verify({ ...given, address, now: clock.now() });
      if (said.statement !== walletLinkStatement(username))
        throw new DomainError('WALLET_SIGNATURE_WRONG', { detail: 'about something else' });
      const link = async (tx: Tx) => {
        const now = clock.now();
        const used = { idHash: hashText(`nonce ${said.nonce}`), expiresAt: said.expiresAt + NONCE_MARGIN_MS, now };
        if (!(await markChallengeUsed(tx, used))) throw new DomainError('WALLET_MESSAGE_EXPIRED', { detail: 'linked with before' });
        await stepUp.require(tx, caller, { act: 'wallet', address });
        if (!(await stored.setWallet(tx, { userId, address }))) throw new DomainError('WALLET_LINKED');
        await holdOutgoing(tx, { userId, now });
        await noteChange(tx, caller, 'wallet-linked');
      };
      return accounts.changeProtection(caller, link).catch(whenTaken('WALLET_TAKEN'));
    },

    /** Takes the wallet away while another way in remains; money stays in for a day. @throws NOT_FOUND, LAST_WAY_IN, SETTINGS_LOCKED, STEP_UP_REQUIRED */
    unlinkWallet(caller: Caller): Promise<{ token: string | null }> {
      const { userId } = caller;
      return accounts.changeProtection(caller, async (tx) => {
        const { wallet } = await read(tx, userId);
        if (wallet === null) throw new DomainError('NOT_FOUND');
        await stepUp.require(tx, caller, { act: 'walletRemoval', address: wallet });
        if (!(await stored.removeWallet(tx, userId))) throw new DomainError('LAST_WAY_IN');
        await holdOutgoing(tx, { userId, now: clock.now() });
        await noteChange(tx, caller, 'wallet-removed');
      });
    },
  };
}

export type ProtectionService = ReturnType<typeof createProtectionService>;
