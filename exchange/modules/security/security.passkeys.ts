import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { readLabel } from '../../../lib/rules/protection';
import { brand } from '../../../lib/brand';
import { PASSKEYS_MAX } from '../../../lib/rules/security';
import type { Platform } from '../../platform/app';
import type { Tx } from '../../platform/db';
import { DomainError } from '../../platform/domain-error';
import { createPasskeyChallenges } from '../../platform/passkey-challenges';
import { type AccountsService, markChallengeUsed, requireUnlocked } from '../accounts/accounts';
import type { StepUp } from '../step-up/step-up';
import { type Caller, noteChange, type Spend } from './security.factors';

import * as stored from './security.passkeys.repository';

type Deps = Pick<Platform, 'db' | 'clock' | 'env'> & { stepUp: StepUp; accounts: Pick<AccountsService, 'changeProtection'> };
const SIGN_IN = 'sign-in';

/** Where passkeys are good, and the challenges that are signed for it. */
type Place = { origin: string; rpID: string; challenges: ReturnType<typeof createPasskeyChallenges>; db: Deps['db']; clock: Deps['clock'] };
type UsedChallenge = { idHash: string; expiresAt: number };

/** Returns what registers passkeys, and checks what they sign. The user is verified each time: by a finger, a face or a PIN. */
export function createPasskeys({ db, clock, env, ...others }: Deps) {
  const origin = new URL(env.publicOrigin ?? `http://localhost:${env.appPort}`).origin;
  const place: Place = { origin, rpID: new URL(origin).hostname, challenges: createPasskeyChallenges(env.bffKey), db, clock };
  return { ...createRegistering(place, others), ...createSigning(place) };
}

export type Passkeys = ReturnType<typeof createPasskeys>;

/** Returns what lists, adds and removes somebody's passkeys. */
function createRegistering({ origin, rpID, challenges, db, clock }: Place, { stepUp, accounts }: Pick<Deps, 'stepUp' | 'accounts'>) {
  const purposeOf = ({ userId, sessionId }: Caller) => `registration of ${userId} in ${sessionId}`;
  const listOf = (userId: string) => stored.listPasskeys(db.read, userId);

  return {
    list: listOf,
    hasAny: async (tx: Tx, userId: string): Promise<boolean> => (await stored.listPasskeys(tx, userId)).length > 0,

    /** Returns what a browser makes a passkey by, as JSON, after a confirmation. @throws STEP_UP_REQUIRED */
    async begin(caller: Caller): Promise<string> {
      await db.transaction((tx) => stepUp.require(tx, caller, { act: 'passkey' }));
      const known = await listOf(caller.userId);
      const options = await generateRegistrationOptions({
        rpName: brand.name,
        rpID,
        userName: caller.username,
        userID: new TextEncoder().encode(`candor user ${caller.userId}`),
        challenge: challenges.create(purposeOf(caller), clock.now()),
        attestationType: 'none',
        excludeCredentials: known.map((row) => ({ id: row.credential_id, transports: row.transports })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
      return JSON.stringify(options);
    },

    /** Adds what a browser made; other sessions end. @throws SETTINGS_LOCKED, PASSKEY_WRONG, PASSKEYS_TOO_MANY */
    async add(caller: Caller, { name, response: text }: { name: string; response: string }): Promise<{ token: string | null }> {
      const response = parse<RegistrationResponseJSON>(text);
      let used: UsedChallenge | null = null;
      const made = await verifyRegistrationResponse({
        response,
        expectedChallenge: (challenge) => {
          used = challenges.read(challenge, purposeOf(caller), clock.now());
          return true;
        },
        expectedOrigin: origin,
        expectedRPID: rpID,
        requireUserVerification: true,
      }).catch((cause: unknown) => {
        throw wrong(cause);
      });
      if (!made.verified || used === null) throw new DomainError('PASSKEY_WRONG');
      const { credential } = made.registrationInfo;
      const challenge = used;
      return accounts.changeProtection(caller, async (tx) => {
        const { userId } = caller;
        const now = clock.now();
        await requireUnlocked(tx, { userId, now });
        await spendChallenge(tx, challenge, now);
        const { id: credentialId, publicKey, counter, transports = [] } = credential;
        const isAdded = await stored.insertPasskey(tx, {
          userId,
          credentialId,
          publicKey,
          counter,
          transports,
          name: readLabel(name),
          now,
          keepMax: PASSKEYS_MAX,
        });
        if (!isAdded) throw new DomainError('PASSKEYS_TOO_MANY');
        await noteChange(tx, { userId, what: 'passkey-added', now, holds: false });
      });
    },

    /** Removes a passkey after a confirmation; money stays in for a day, other sessions end. @throws SETTINGS_LOCKED, STEP_UP_REQUIRED, NOT_FOUND */
    remove(caller: Caller, id: string): Promise<{ token: string | null }> {
      return accounts.changeProtection(caller, async (tx) => {
        const { userId } = caller;
        await stepUp.require(tx, caller, { act: 'passkeyRemoval' });
        if (!(await stored.deletePasskey(tx, { userId, id }))) throw new DomainError('NOT_FOUND');
        await noteChange(tx, { userId, what: 'passkey-removed', now: clock.now(), holds: true });
      });
    },
  };
}

/** Returns what signs in and confirms by a passkey. */
function createSigning({ origin, rpID, challenges, db, clock }: Place) {
  /** Checks a signature under a challenge, and returns whose it is and what uses it up. @throws PASSKEY_WRONG */
  async function verify(text: string, isExpected: (challenge: string) => boolean): Promise<{ userId: string; spend: Spend }> {
    const response = parse<AuthenticationResponseJSON>(text);
    const row = await stored.findPasskey(db.read, String(response.id));
    if (row === null) throw new DomainError('PASSKEY_WRONG', { detail: 'nobody has it' });
    const credential = { id: row.credential_id, publicKey: new Uint8Array(row.public_key), counter: Number(row.counter) };
    const checked = await verifyAuthenticationResponse({
      response,
      expectedChallenge: isExpected,
      expectedOrigin: origin,
      expectedRPID: rpID,
      credential,
      requireUserVerification: true,
    }).catch((cause: unknown) => {
      throw wrong(cause);
    });
    if (!checked.verified) throw new DomainError('PASSKEY_WRONG');
    const { newCounter: counter } = checked.authenticationInfo;
    const spend: Spend = async (tx) => {
      if (!(await stored.notePasskeyUse(tx, { id: row.id, counter, now: clock.now() })))
        throw new DomainError('PASSKEY_WRONG', { detail: 'its counter did not grow' });
    };
    return { userId: row.user_id, spend };
  }
  return {
    /** Returns what a browser signs in by, as JSON; nothing is stored of it. */
    async beginSignIn(): Promise<string> {
      return JSON.stringify(
        await generateAuthenticationOptions({ rpID, challenge: challenges.create(SIGN_IN, clock.now()), userVerification: 'required' }),
      );
    },

    /** Returns whose passkey signed a challenge of ours, and what uses both up. @throws PASSKEY_WRONG */
    async checkSignIn(response: string): Promise<{ userId: string; spend: Spend }> {
      let used: UsedChallenge | null = null;
      const { userId, spend } = await verify(response, (challenge) => {
        used = challenges.read(challenge, SIGN_IN, clock.now());
        return true;
      });
      return {
        userId,
        async spend(tx) {
          if (used !== null) await spendChallenge(tx, used, clock.now());
          await spend(tx);
        },
      };
    },

    /** Returns what a browser confirms by, for one of a person's passkeys. The challenge is the id of what is confirmed, which counts once. */
    async beginConfirm(userId: string, ticketId: string): Promise<string> {
      const known = await stored.listPasskeys(db.read, userId);
      const allowCredentials = known.map((row) => ({ id: row.credential_id, transports: row.transports as never }));
      const challenge = new Uint8Array(Buffer.from(ticketId, 'hex'));
      return JSON.stringify(await generateAuthenticationOptions({ rpID, challenge, allowCredentials, userVerification: 'required' }));
    },

    /** @throws PASSKEY_WRONG also for somebody else's */
    async checkConfirm({ userId, ticketId, response }: { userId: string; ticketId: string; response: string }): Promise<Spend> {
      const expected = Buffer.from(ticketId, 'hex').toString('base64url');
      const signed = await verify(response, (challenge) => challenge === expected);
      if (signed.userId !== userId) throw new DomainError('PASSKEY_WRONG', { detail: 'of somebody else' });
      return signed.spend;
    },
  };
}

async function spendChallenge(tx: Tx, used: UsedChallenge, now: number): Promise<void> {
  if (!(await markChallengeUsed(tx, { ...used, now }))) throw new DomainError('PASSKEY_WRONG', { detail: 'used before' });
}

const wrong = (cause: unknown) => (cause instanceof DomainError ? cause : new DomainError('PASSKEY_WRONG', { cause }));

/** The library checks what it reads; this only makes sure that there is an object to read. @throws PASSKEY_WRONG */
function parse<T extends { id: unknown }>(text: string): T {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && 'id' in value) return value as T;
  } catch (cause) {
    throw new DomainError('PASSKEY_WRONG', { cause });
  }
  throw new DomainError('PASSKEY_WRONG', { detail: 'no credential' });
}
