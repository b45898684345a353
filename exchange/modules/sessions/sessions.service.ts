import { maskAddress } from '../../../lib/rate-limits/address-source';
import { SESSIONS_LISTED_MAX } from '../../../lib/protocol/sessions';
import type { Platform } from '../../platform/app';
import type { Tx } from '../../platform/db';
import { DomainError } from '../../platform/domain-error';
import { appendEvents } from '../../platform/event-log';
import { OUTGOING_HELD_MS } from '../../../lib/rules/step-up';
import { type AccountsService, type Protecting, requireUnlocked } from '../accounts/accounts';
import { endOrdersOfFrozen, holdPurchasesOf } from '../risk-limits/risk-limits';
import type { StepUp } from '../step-up/step-up';
import {
  addLink,
  askForPasswordLink,
  countLinks,
  type createLinkTokens,
  findLinkOwner,
  type MailFacts,
  readLinkState,
  spendLink,
} from './sessions.links';
import { newDevice } from './sessions.events';
import { describeDevice } from './sessions.places';
import * as stored from './sessions.repository';
import { undoChange } from './sessions.undoing';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
export const FREEZE_LINK_MS = 7 * DAY_MS;
const UNFREEZE_LINK_MS = DAY_MS;
/** Mails about new devices of one account in a day. */
const LINKS_A_DAY = 10;

export type Caller = Protecting;
type ChosenPassword = { password: string; passwordAgain: string; ip: string };
type Deps = Pick<Platform, 'db' | 'clock'> & { accounts: AccountsService; stepUp: StepUp; tokens: ReturnType<typeof createLinkTokens> };

/** Returns what a person sees and ends of their sessions, and the ways to freeze an account and back in. */
export function createSessionsService(deps: Deps) {
  const { db, clock, accounts, tokens } = deps;
  accounts.onSignIn(async (tx, { user, client, at }) => {
    const isFirst = await stored.noteFirstSignIn(tx, { userId: user.id, now: at });
    if (isFirst || client.isKnown) return;
    const { browser, system } = client;
    const place = maskAddress(client.ip);
    await appendEvents(tx, [newDevice.create({ userId: user.id, mode: null, at, payload: { browser, system, place } })]);
    if (user.email === null) return;
    const mail: MailFacts = { kind: 'new-device', to: user.email, at, device: describeDevice(client), place };
    const count = await countLinks(tx, { userId: user.id, purpose: 'freeze', since: at - DAY_MS });
    // More of them a day are the same person, or somebody with the password, of whom the owner has read ten times.
    if (count < LINKS_A_DAY) await addLink(tx, { userId: user.id, purpose: 'freeze', mail, now: at, lifeMs: FREEZE_LINK_MS });
  });

  /** The caller holds the purchases of the person. */
  async function freeze(tx: Tx, userId: string): Promise<void> {
    const now = clock.now();
    const { email } = await stored.freezeUser(tx, { userId, now });
    if (email !== null) {
      const hasPassword = (await stored.findAccount(tx, userId))?.password_hash != null;
      const contested = await stored.findContested(tx, userId);
      const mail: MailFacts = {
        ...{ kind: hasPassword ? 'frozen' : 'frozen-wallet', to: email, at: now, device: '', place: '' },
        ...(contested !== null && { factorBoundAt: contested }),
      };
      await addLink(tx, { userId, purpose: hasPassword ? 'password' : 'freeze', mail, now, lifeMs: UNFREEZE_LINK_MS });
    }
    await endOrdersOfFrozen(tx, userId);
  }

  return {
    /** Returns the devices on which the caller is signed in, this one first, and whether a password opens the account. */
    async list({ userId, sessionId }: Caller): Promise<{ devices: stored.DeviceRow[]; hasPassword: boolean }> {
      const devices = await stored.listDevices(db.read, { userId, sessionId, now: clock.now(), limit: SESSIONS_LISTED_MAX });
      return { devices, hasPassword: (await stored.findAccount(db.read, userId))?.password_hash != null };
    },

    /** Ends one of the caller's devices, or all others, and says how many had not ended before. */
    end({ userId, sessionId }: Caller, id: string): Promise<number> {
      if (id === 'others') return accounts.endOtherSessions({ userId, sessionId });
      return accounts.changeSessions((tx) => stored.deleteDevice(tx, { userId, family: id }));
    },

    freezeOwn: ({ userId }: Caller) =>
      accounts.changeSessions(async (tx) => {
        await holdPurchasesOf(tx, userId);
        await freeze(tx, userId);
      }),

    /** Says whether a mailed link still does what it is for, and changes nothing. @throws LINK_INVALID for one that we didn't make */
    readLink: async (token: string, purpose: 'freeze' | 'withdrawal') =>
      readLinkState(db.read, { id: tokens.read(token, purpose), purpose, now: clock.now() }),

    /** Freezes, and takes back what the link's mail told of where that could lift the freeze. @throws LINK_INVALID */
    freezeByLink(token: string): Promise<void> {
      const id = tokens.read(token, 'freeze');
      return accounts.changeSessions(async (tx) => {
        const now = clock.now();
        const link = { id, purpose: 'freeze', now } as const;
        // Nobody's purchases are held for a link that is good for nothing.
        await holdPurchasesOf(tx, await findLinkOwner(tx, link));
        const { userId, mail } = await spendLink(tx, link);
        await undoChange(tx, { userId, linkId: id, mail, now, lifeMs: FREEZE_LINK_MS });
        await freeze(tx, userId);
      });
    },

    ...createPasswordChanges(deps),
  };
}

export type SessionsService = ReturnType<typeof createSessionsService>;

/** Returns the ways to a new password: by a mailed link, by the old one, or by a confirmation. */
function createPasswordChanges({ db, clock, accounts, stepUp, tokens }: Deps) {
  async function checkOld(input: Parameters<AccountsService['checkOwnPassword']>[0]): Promise<void> {
    await accounts.checkOwnPassword(input).catch((error: unknown) => {
      const isWrong = error instanceof DomainError && error.code === 'LOGIN_FAILED';
      throw isWrong ? new DomainError('PASSWORD_WRONG') : error;
    });
  }
  async function requireConfirmed(caller: Caller): Promise<void> {
    const account = await stored.findAccount(db.read, caller.userId);
    // A mailed link is the way back of who forgets it.
    if (account?.email == null) throw new DomainError('EMAIL_NEEDED');
    await stepUp.requireAhead(db.read, caller, { act: 'password' });
  }

  return {
    /**
     * Has a link for a new password mailed where the address has an account with one. Where the account has none, its owner is told what opens it, and
     * the link is nobody's. Whose address it is is looked up afterwards. @throws CHALLENGE_FAILED
     */
    async sendPasswordLink({ email, proof }: { email: string; proof: string }): Promise<void> {
      await db.transaction(async (tx) => {
        await accounts.spendProof(tx, proof);
        await askForPasswordLink(tx, email);
      });
    },

    /** Sets a new password, lifts the owner's freeze and ends all sessions. @throws LINK_INVALID, PASSWORD_WEAK, PASSWORD_MISMATCH, SIGN_IN_BUSY */
    async setPasswordByLink(input: ChosenPassword & { token: string }): Promise<void> {
      const id = tokens.read(input.token, 'password');
      // Asked before the work of hashing, which a used link would cost for nothing.
      const owner = await findLinkOwner(db.read, { id, purpose: 'password', now: clock.now() });
      const passwordHash = await accounts.hashChosenPassword({ ...input, userId: owner, source: { ip: input.ip, device: null } });
      await accounts.changeSessions(async (tx) => {
        const now = clock.now();
        const { userId } = await spendLink(tx, { id, purpose: 'password', now });
        await stored.setPassword(tx, { userId, passwordHash, heldUntil: now + OUTGOING_HELD_MS, now });
        await stored.unfreezeUser(tx, userId);
      });
    },

    /**
     * Changes the password against the old one, or, where `old` is null, after a confirmation; returns the session's new token.
     * An account that had none has one then.
     * @throws PASSWORD_WRONG, EMAIL_NEEDED, SETTINGS_LOCKED, STEP_UP_REQUIRED, PASSWORD_WEAK, PASSWORD_MISMATCH, LOGIN_WAIT, SIGN_IN_BUSY
     */
    async changePassword(caller: Caller, input: ChosenPassword & { old: string | null }): Promise<{ token: string | null }> {
      const { userId } = caller;
      const source = { ip: input.ip, device: `session ${caller.sessionId}` };
      if (input.old === null) await requireConfirmed(caller);
      else await checkOld({ userId, password: input.old, source });
      const passwordHash = await accounts.hashChosenPassword({ ...input, userId, source });
      return accounts.changeProtection(caller, async (tx) => {
        const now = clock.now();
        if (input.old === null) await stepUp.require(tx, caller, { act: 'password' });
        else await requireUnlocked(tx, { userId, now });
        const [device] = await stored.listDevices(tx, { ...caller, now, limit: 1 });
        // Ended meanwhile, by a freeze or from another device: then nothing is changed.
        if (device?.is_current !== true) throw new DomainError('SESSION_REQUIRED');
        await stored.setPassword(tx, { userId, passwordHash, heldUntil: now + OUTGOING_HELD_MS, now });
        const account = await stored.findAccount(tx, userId);
        if (account?.email == null) return;
        const mail: MailFacts = {
          kind: 'changed',
          to: account.email,
          at: now,
          device: describeDevice(device),
          place: maskAddress(device.ip),
        };
        await addLink(tx, { userId, purpose: 'freeze', mail, now, lifeMs: FREEZE_LINK_MS });
      });
    },
  };
}
