import { RECOVERY_CODES, type SecurityChange } from '../../../lib/rules/security';
import type { Platform } from '../../platform/app';
import type { Tx } from '../../platform/db';
import { DomainError } from '../../platform/domain-error';
import { appendEvents } from '../../platform/event-log';
import type { Sealing } from '../../platform/sealing';
import { createSecret, describeSecret, findStep } from '../../platform/totp';
import { type AccountsService, holdOutgoing, type LoginThrottle, type Protecting, requireUnlocked } from '../accounts/accounts';
import type { StepUp } from '../step-up/step-up';
import { createRecoveryCode, readTypedCode } from './security.codes';
import { securityChanged } from './security.events';
import * as stored from './security.factors.repository';

/** How long a secret that was shown can be bound. */
const ATTEMPT_LIFE_MS = 15 * 60_000;

export type Caller = Protecting & { username: string };
/** Uses up what was checked, in the transaction that it is for. @throws TWO_FACTOR_WRONG when another use came first */
export type Spend = (tx: Tx) => Promise<void>;
type Deps = Pick<Platform, 'db' | 'clock'> & {
  sealing(): Promise<Sealing>;
  throttle: LoginThrottle;
  stepUp: StepUp;
  accounts: Pick<AccountsService, 'changeProtection'>;
};

export const aboutSecret = (userId: string) => `second factor of ${userId}`;
const recoveryText = (userId: string, code: string) => `recovery code of ${userId}: ${code.replace('-', '')}`;

/** Notes a change of what protects an account; money stays in for a day where `holds` says so. */
export async function noteChange(tx: Tx, input: { userId: string; what: SecurityChange; now: number; holds: boolean }): Promise<void> {
  const { userId, what, now } = input;
  if (input.holds) await holdOutgoing(tx, { userId, now });
  await appendEvents(tx, [securityChanged.create({ userId, mode: null, at: now, payload: { what } })]);
}

/** Returns what binds authenticators, and checks their codes and recovery codes. */
export function createFactors(deps: Deps) {
  const { db, clock, sealing, throttle, stepUp, accounts } = deps;
  const checks = createChecks(deps);

  async function renewRecovery(tx: Tx, userId: string): Promise<string[]> {
    const codes = Array.from({ length: RECOVERY_CODES }, createRecoveryCode);
    const { hash } = await sealing();
    await stored.replaceRecoveryCodes(tx, { userId, hashes: codes.map((code) => hash(recoveryText(userId, code))) });
    return codes;
  }
  const familyOf = async (caller: Caller) => {
    const family = await stored.findFamily(db.read, caller);
    if (family === null) throw new DomainError('SESSION_REQUIRED');
    return family;
  };

  return {
    ...checks,

    /**
     * Returns whether one is bound; else, after a confirmation of its own, a new secret that this device is to bind within some minutes: the one
     * before is void. No secret is shown twice, so that a stolen session has no second look at what its owner binds. @throws STEP_UP_REQUIRED
     */
    async begin(caller: Caller): Promise<{ isBound: boolean; secret: string | null; uri: string | null }> {
      const { userId } = caller;
      if ((await stored.findFactor(db.read, userId)) !== null) return { isBound: true, secret: null, uri: null };
      const attempt = { userId, family: await familyOf(caller) };
      const keys = await sealing();
      const secret = createSecret();
      const made = keys.seal(secret, aboutSecret(userId));
      await db.transaction(async (tx) => {
        await stored.putAttempt(tx, { ...attempt, ...made, expiresAt: clock.now() + ATTEMPT_LIFE_MS });
        await stepUp.require(tx, caller, { act: 'factor' });
      });
      const { text, uri } = describeSecret(secret, caller.username);
      return { isBound: false, secret: text, uri };
    },

    /**
     * Binds what this device was shown by a right code of it, which is used up by that, and returns the recovery codes, once; other sessions end.
     * @throws TWO_FACTOR_FORMAT, TWO_FACTOR_WRONG, TWO_FACTOR_EXPIRED, TWO_FACTOR_BOUND, LOGIN_WAIT, SETTINGS_LOCKED
     */
    async bind(caller: Caller, { code, ip }: { code: string; ip: string }): Promise<{ result: string[]; token: string | null }> {
      const { userId } = caller;
      const typed = readTypedCode(code);
      const family = await familyOf(caller);
      if ((await stored.findFactor(db.read, userId)) !== null) throw new DomainError('TWO_FACTOR_BOUND');
      const shown = await stored.findAttempt(db.read, { userId, family, now: clock.now() });
      if (shown === null) throw new DomainError('TWO_FACTOR_EXPIRED');
      await throttle.admit({ name: '', userId, source: { ip, device: `family ${family}` }, proof: null, now: clock.now() });
      const keys = await sealing();
      const secret = keys.open(shown, aboutSecret(userId));
      const step = typed.kind === 'totp' ? findStep(secret, typed.code, clock.now()) : null;
      if (step === null) throw new DomainError('TWO_FACTOR_WRONG');
      return accounts.changeProtection(caller, async (tx) => {
        const now = clock.now();
        await requireUnlocked(tx, { userId, now });
        // Under the newest key.
        const sealed = keys.seal(secret, aboutSecret(userId));
        if (!(await stored.insertFactor(tx, { userId, ...sealed, now, step }))) throw new DomainError('TWO_FACTOR_BOUND');
        await noteChange(tx, { userId, what: 'factor-bound', now, holds: false });
        await throttle.succeedIn(tx, { name: '', userId, source: { ip, device: `family ${family}` } });
        return renewRecovery(tx, userId);
      });
    },

    /** Unbinds by a code of either kind; money stays in for a day, other sessions end. @throws SETTINGS_LOCKED, FACTOR_CONTESTED, TWO_FACTOR_FORMAT, TWO_FACTOR_WRONG, LOGIN_WAIT */
    async unbind(caller: Caller, { code, ip }: { code: string; ip: string }): Promise<{ token: string | null }> {
      const { userId } = caller;
      const spend = await checks.admit({ userId, code, source: { ip, device: `family ${await familyOf(caller)}` } });
      return accounts.changeProtection(caller, async (tx) => {
        await requireUnlocked(tx, { userId, now: clock.now() });
        await spend(tx);
        await stored.deleteFactor(tx, userId);
        await noteChange(tx, { userId, what: 'factor-unbound', now: clock.now(), holds: true });
      });
    },

    /** Makes new recovery codes in place of the old ones, after a confirmation. @throws STEP_UP_REQUIRED, TWO_FACTOR_WRONG where none is bound */
    renewRecovery(caller: Caller): Promise<string[]> {
      const { userId } = caller;
      return db.transaction(async (tx) => {
        // Holds the row of the person: of two at once the codes of the later one are left.
        await requireUnlocked(tx, { userId, now: clock.now() });
        if ((await stored.findFactor(tx, userId)) === null) throw new DomainError('TWO_FACTOR_WRONG', { detail: 'none is bound' });
        await stepUp.require(tx, caller, { act: 'recoveryCodes' });
        await noteChange(tx, { userId, what: 'recovery-renewed', now: clock.now(), holds: false });
        return renewRecovery(tx, userId);
      });
    },
  };
}

export type Factors = ReturnType<typeof createFactors>;

/** Returns what checks codes of authenticators and recovery codes. */
function createChecks({ db, clock, sealing, throttle }: Pick<Deps, 'db' | 'clock' | 'sealing' | 'throttle'>) {
  async function openSecret(userId: string): Promise<Buffer> {
    const found = await stored.findFactor(db.read, userId);
    if (found === null) throw new DomainError('TWO_FACTOR_WRONG', { detail: 'none is bound' });
    return (await sealing()).open(found, aboutSecret(userId));
  }
  async function checkTotp(userId: string, code: string): Promise<Spend> {
    const step = findStep(await openSecret(userId), code, clock.now());
    if (step === null) throw new DomainError('TWO_FACTOR_WRONG');
    return async (tx) => {
      if (!(await stored.spendStep(tx, { userId, step }))) throw new DomainError('TWO_FACTOR_WRONG', { detail: 'used before' });
    };
  }
  async function checkRecovery(userId: string, code: string): Promise<Spend> {
    const hashes = (await sealing()).hashes(recoveryText(userId, code));
    return async (tx) => {
      const now = clock.now();
      if (!(await stored.spendRecoveryCode(tx, { userId, hashes, now }))) throw new DomainError('TWO_FACTOR_WRONG');
      await noteChange(tx, { userId, what: 'recovery-used', now, holds: true });
    };
  }
  /** Checks a typed code of either kind. @throws TWO_FACTOR_FORMAT, TWO_FACTOR_WRONG */
  function check(userId: string, text: string): Promise<Spend> {
    const { kind, code } = readTypedCode(text);
    return kind === 'totp' ? checkTotp(userId, code) : checkRecovery(userId, code);
  }

  return {
    check,
    checkTotp: (userId: string, text: string) => checkTotp(userId, readTypedCode(text).code),
    checkRecovery: (userId: string, text: string) => checkRecovery(userId, readTypedCode(text).code),
    isBound: async (tx: Tx, userId: string): Promise<boolean> => (await stored.findFactor(tx, userId)) !== null,
    /** After a password and a code that opened the account: nobody contests its authenticator any more. Money stays in for a day. */
    async endContest(tx: Tx, { id: userId, epoch }: { id: string; epoch: string }): Promise<void> {
      if (await stored.endContest(tx, { userId, epoch })) await holdOutgoing(tx, { userId, now: clock.now() });
    },
    readState: (userId: string) => stored.readFactorState(db.read, userId),

    /** Checks a code of a person, tries slowed by their source. @throws LOGIN_WAIT, TWO_FACTOR_FORMAT, TWO_FACTOR_WRONG */
    async admit(input: { userId: string; code: string; source: { ip: string; device: string | null } }): Promise<Spend> {
      readTypedCode(input.code);
      const attempt = { name: '', userId: input.userId, source: input.source };
      await throttle.admit({ ...attempt, proof: null, now: clock.now() });
      const spend = await check(input.userId, input.code);
      return async (tx) => {
        await spend(tx);
        await throttle.succeedIn(tx, attempt);
      };
    },
  };
}
