import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { brand } from '../../../lib/brand';
import { PASSKEYS_MAX } from '../../../lib/rules/security';
import type { OperatorActor } from '../../platform/actor';
import type { Database, Tx } from '../../platform/db';
import { createPasskeyChallenges } from '../../platform/passkey-challenges';
import { markChallengeUsed, renewHash } from '../accounts/accounts';
import { appendLog } from './operators.log';
import * as stored from './operators.passkeys.repository';
import { ActionRefused } from './operators.errors';
import { beginSession, type BegunSession, noteProof } from './operators.sessions';
import { makeDevice, tryPassword, WRONG } from './operators.sign-in-attempts';

/** `origin`: where the console is, as the console itself says; `secret`: of which challenges are made. */
type Deps = { db: Database; origin: string; secret: string };
type Change = { actor: OperatorActor; password: string; at: number };
type Used = { idHash: string; expiresAt: number };
const SIGN_IN = 'sign-in of operators';

/** Where passkeys are good, what has to be true of what they sign, and the challenges for it. */
type Place = {
  db: Database;
  secret: string;
  rpID: string;
  expected: { expectedOrigin: string; expectedRPID: string; requireUserVerification: boolean };
  challenges: ReturnType<typeof createPasskeyChallenges>;
};

/** Returns what binds, lists and removes passkeys of operators, and signs in by one beside the password. The user is verified each time. */
export function createOperatorPasskeys({ db, origin, secret }: Deps) {
  const rpID = new URL(origin).hostname;
  const expected = { expectedOrigin: origin, expectedRPID: rpID, requireUserVerification: true };
  const place: Place = { db, secret, rpID, expected, challenges: createPasskeyChallenges(secret) };
  return { ...createBinding(place), ...createSigningIn(place) };
}

/** Returns what binds and removes. */
function createBinding({ db, secret, rpID, expected, challenges }: Place) {
  const purposeOf = ({ operatorId }: OperatorActor) => `registration of operator ${operatorId}`;
  const refuse = () => {
    throw new ActionRefused('NOT_ALLOWED', 'This passkey does not count: begin anew.');
  };

  /** Changes how somebody signs in, once the password is right, and says so in the log. @throws ActionRefused */
  async function change({ actor, password, at }: Change, what: string, run: (tx: Tx) => Promise<string>): Promise<void> {
    // Who tries within a session is a source of its own: nobody outside keeps its owner from it.
    const found = await proveOwner(db, { name: actor.name, password, at, source: { secret, from: null, device: 'session' } });
    await db.transaction(async (tx) => {
      // Two at once take turns: the last second factor can't be taken away by both.
      if (!(await stored.lockCredentials(tx, found))) throw WRONG();
      const outcome = await run(tx);
      const entry = { at, actor: actor.name, actorKind: 'operator', proof: 'password', act: `operators.${what}`, phase: 'done' } as const;
      await appendLog(tx, { ...entry, target: actor.name, reason: 'its owner did it', requestId: null, inputHash: '', outcome });
    });
    await found.succeed();
  }

  return {
    /** Returns what a browser makes a passkey by, as JSON. */
    async offer(actor: OperatorActor, now: number): Promise<string> {
      const { passkeys } = await stored.listFactors(db.read, actor.operatorId);
      const options = await generateRegistrationOptions({
        rpName: `${brand.name} operators`,
        rpID,
        userName: `${actor.name} (operator)`,
        userID: new TextEncoder().encode(`candor operator ${actor.operatorId}`),
        challenge: challenges.create(purposeOf(actor), now),
        attestationType: 'none',
        excludeCredentials: passkeys.map((row) => ({ id: row.credentialId })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
      return JSON.stringify(options);
    },

    /** Binds what a browser made, for who knows the password. @throws ActionRefused */
    async add({ name, response, ...by }: Change & { name: string; response: string }): Promise<void> {
      const { actor, at } = by;
      let used: Used | null = null;
      const made = await verifyRegistrationResponse({
        ...expected,
        response: parse<RegistrationResponseJSON>(response),
        expectedChallenge: (challenge) => {
          used = challenges.read(challenge, purposeOf(actor), at);
          return true;
        },
      }).catch(refuse);
      if (!made.verified || used === null) return refuse();
      const { id: credentialId, publicKey, counter, transports = [] } = made.registrationInfo.credential;
      const challenge = used;
      await change(by, 'passkey-added', async (tx) => {
        await spend(tx, challenge, at);
        const row = { operatorId: actor.operatorId, credentialId, publicKey, counter, transports, name, at };
        if (!(await stored.insertPasskey(tx, row, PASSKEYS_MAX))) {
          throw new ActionRefused('NOT_ALLOWED', `The passkey is bound already, or there are ${PASSKEYS_MAX}.`);
        }
        return `the passkey ${name} was bound`;
      });
    },

    /** Removes a passkey, or with `id` null the authenticator; the last of both stays. @throws ActionRefused */
    remove({ id, ...by }: Change & { id: string | null }): Promise<void> {
      const { operatorId } = by.actor;
      return change(by, id === null ? 'code-removed' : 'passkey-removed', async (tx) => {
        const { passkeys, hasCode } = await stored.listFactors(tx, operatorId);
        const isThere = id === null ? hasCode : passkeys.some((row) => row.id === id);
        if (!isThere) throw new ActionRefused('NOT_FOUND', 'There is no such thing to remove.');
        if (passkeys.length + (hasCode ? 1 : 0) === 1) {
          throw new ActionRefused('NOT_ALLOWED', 'The last second factor stays: bind another one first.');
        }
        await stored.removeFactor(tx, { operatorId, id });
        return id === null ? 'the authenticator was removed' : `the passkey ${passkeys.find((row) => row.id === id)?.name} was removed`;
      });
    },
  };
}

type Signed = { password: string; response: string; at: number };

/** Returns what signs in, and what proves again who is in. */
function createSigningIn({ db, secret, rpID, expected, challenges }: Place) {
  /** Proves password and passkey, each answer once, and does `settle` in the transaction of that. One sentence for all that may be wrong. @throws ActionRefused */
  async function provePasskey<T>(
    { password, response: text, at }: Signed,
    settle: (tx: Tx, operator: { id: string; name: string }) => Promise<T>,
  ): Promise<T> {
    const response = parse<AuthenticationResponseJSON>(text);
    const row = await stored.findPasskey(db.read, String(response.id));
    if (row === null) throw WRONG();
    let used: Used | null = null;
    const checked = await verifyAuthenticationResponse({
      ...expected,
      response,
      expectedChallenge: (challenge) => {
        used = challenges.read(challenge, SIGN_IN, at);
        return true;
      },
      credential: { id: row.credential_id, publicKey: new Uint8Array(row.public_key), counter: Number(row.counter) },
    }).catch(() => {
      throw WRONG();
    });
    if (!checked.verified || used === null) throw WRONG();
    // Only who has the passkey comes here: what others try of this name doesn't keep them waiting.
    const source = { secret, from: null, device: `passkey ${row.id}` };
    const found = await proveOwner(db, { name: row.name, password, at, source });
    const challenge = used;
    const settled = await db.transaction(async (tx) => {
      if (!(await stored.lockCredentials(tx, found))) throw WRONG();
      await spend(tx, challenge, at);
      if (!(await stored.notePasskeyUse(tx, { id: row.id, counter: checked.authenticationInfo.newCounter, at }))) throw WRONG();
      return settle(tx, { id: row.operator_id, name: row.name });
    });
    await found.succeed();
    return settled;
  }
  return {
    /** Returns what a browser signs with whichever passkey it has for this console, as JSON. */
    async challenge(now: number): Promise<string> {
      return JSON.stringify(
        await generateAuthenticationOptions({ rpID, challenge: challenges.create(SIGN_IN, now), userVerification: 'required' }),
      );
    },

    /** Signs in by password and passkey. @throws ActionRefused */
    async signIn(input: Signed): Promise<BegunSession & { device: string }> {
      const begun = await provePasskey(input, (tx, operator) => beginSession(tx, { operator, proof: 'passkey', at: input.at }));
      return { ...begun, device: makeDevice(secret, begun.name) };
    },

    /** Proves in a session again who holds it, by password and a passkey of its operator. @throws ActionRefused */
    prove({ actor: { operatorId }, token, ...input }: Signed & { actor: OperatorActor; token: string }): Promise<void> {
      return provePasskey(input, (tx, { id }) => {
        if (id !== operatorId) throw WRONG();
        return noteProof(tx, { token, operatorId, at: input.at });
      });
    },
  };
}

async function spend(tx: Tx, used: Used, now: number): Promise<void> {
  if (!(await markChallengeUsed(tx, { ...used, now }))) throw WRONG();
}

/** Counts a try and returns whose password it was, with the hash to keep of it. @throws ActionRefused */
async function proveOwner(db: Database, input: Parameters<typeof tryPassword>[1]) {
  const { found, succeed } = await tryPassword(db, input);
  return { ...found, succeed, renewed: await renewHash(found.password_hash, input.password) };
}

/** Reads what a browser sent; what is wrong inside it, the library says. */
function parse<T>(text: string): T {
  try {
    return JSON.parse(text) as T;
  } catch {
    throw WRONG();
  }
}
