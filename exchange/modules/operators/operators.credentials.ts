import { hashPassword, renewHash } from '../accounts/accounts';
import type { OperatorActor } from '../../platform/actor';
import type { Database, Tx } from '../../platform/db';
import type { Sealing } from '../../platform/sealing';
import { createSecret, describeSecret, findStep, readSecret } from '../../platform/totp';
import { appendLog } from './operators.log';
import { ActionRefused } from './operators.errors';
import { beginSession, type BegunSession, endSessionsOf, noteProof, requireKeyOwner } from './operators.sessions';
import { type Credentials, makeDevice, readDevice, tryPassword, type AttemptSource, WRONG } from './operators.sign-in-attempts';

const aboutSecret = (operatorId: string) => `second factor of operator ${operatorId}`;

/** Returns a secret that an authenticator may bind, for the owner of a key. Nothing is kept of it. @throws ActionRefused */
export async function offerCredentials(tx: Tx, key: string): Promise<{ name: string; secret: string; uri: string }> {
  const { name } = await requireKeyOwner(tx, key);
  const { text, uri } = describeSecret(createSecret(), `${name} (operator)`);
  return { name, secret: text, uri };
}

type SetCredentials = { key: string; password: string; secret: string; code: string; at: number };

/** Sets password and authenticator of the owner of a key; whatever was signed in before is over. @throws ActionRefused */
export async function setCredentials(db: Database, sealing: Sealing, input: SetCredentials): Promise<{ name: string }> {
  const { key, password, at } = input;
  const secret = readSecret(input.secret);
  const step = findStep(secret, input.code, at);
  await requireKeyOwner(db.read, key);
  if (step === null) throw new ActionRefused('SIGN_IN_REFUSED', 'The code is not the one of this secret: is the clock of the phone right?');
  const passwordHash = await hashPassword(password);
  return db.transaction(async (tx) => {
    const { id, name } = await requireKeyOwner(tx, key);
    const { keyId, sealed } = sealing.seal(secret, aboutSecret(id));
    // Whoever sets them anew may have lost what was bound before.
    await tx.query('DELETE FROM operator_passkeys WHERE operator_id = $1', [id]);
    await tx.query(
      `INSERT INTO operator_credentials (operator_id, password_hash, key_id, sealed, last_step, set_at) VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (operator_id) DO UPDATE SET password_hash = $2, key_id = $3, sealed = $4, last_step = $5, set_at = $6`,
      [id, passwordHash, keyId, sealed, step, at],
    );
    await endSessionsOf(tx, id);
    const entry = { at, actor: name, actorKind: 'operator', proof: 'key', act: 'operators.credentials', phase: 'done' } as const;
    const why = { target: name, reason: 'the owner of the key set them', requestId: null, inputHash: '', outcome: '' };
    await appendLog(tx, { ...entry, ...why });
    return { name };
  });
}

/** Takes away how an operator signs in, when the key is another one's. */
export async function dropCredentials(tx: Tx, operatorId: string): Promise<void> {
  await tx.query('DELETE FROM operator_passkeys WHERE operator_id = $1', [operatorId]);
  await tx.query('DELETE FROM operator_credentials WHERE operator_id = $1', [operatorId]);
  await endSessionsOf(tx, operatorId);
}

type Proving = { name: string; password: string; code: string; at: number; source: AttemptSource };

/** Proves password and a code, which counts once, and does `settle` in the transaction of that. One sentence for all that may be wrong. @throws ActionRefused */
async function spendCode<T>(db: Database, sealing: Sealing, input: Proving, settle: (tx: Tx, operator: Owner) => Promise<T>): Promise<T> {
  const { name, password, code, at, source } = input;
  const { found, succeed } = await tryPassword(db, { name, password, at, source });
  if (found.sealed === null) throw WRONG();
  const secret = sealing.open({ keyId: found.key_id, sealed: found.sealed }, aboutSecret(found.operator_id));
  const step = findStep(secret, code, at);
  if (step === null) throw WRONG();
  const renewed = await renewHash(found.password_hash, password);
  const settled = await db.transaction(async (tx) => {
    const { rowCount } = await tx.query(
      `UPDATE operator_credentials SET last_step = $2, password_hash = $4
        WHERE operator_id = $1 AND last_step < $2 AND password_hash = $3 RETURNING 1`,
      [found.operator_id, step, found.password_hash, renewed],
    );
    if (rowCount !== 1) throw WRONG();
    return settle(tx, { id: found.operator_id, name: found.name });
  });
  await succeed();
  return settled;
}
type Owner = { id: string; name: string };

type SignIn = Omit<Proving, 'source'> & { source: Omit<AttemptSource, 'device'>; device: string | null };

/** Signs in by password and a code. `device`: what the browser kept; the answer has what it keeps from now on. @throws ActionRefused */
export async function signInByPassword(db: Database, sealing: Sealing, input: SignIn): Promise<BegunSession & { device: string }> {
  const { name, at, device } = input;
  const { secret } = input.source;
  const source = { ...input.source, device: readDevice(secret, name, device) };
  const begun = await spendCode(db, sealing, { ...input, source }, (tx, operator) => beginSession(tx, { operator, proof: 'password', at }));
  return { ...begun, device: source.device === null || device === null ? makeDevice(secret, name) : device };
}

type Again = { actor: OperatorActor; token: string; password: string; code: string; at: number; secret: string };

/** Proves in a session again who holds it, by password and a code. @throws ActionRefused */
export function proveByCode(db: Database, sealing: Sealing, { actor, token, secret, ...input }: Again): Promise<void> {
  const source = { secret, from: null, device: 'session' };
  const { at } = input;
  return spendCode(db, sealing, { ...input, name: actor.name, source }, (tx, { id }) => noteProof(tx, { token, operatorId: id, at }));
}

/** Seals the authenticators' secrets anew, under the first key. Returns how many. */
export function resealCredentials(db: Database, sealing: Sealing): Promise<number> {
  return db.transaction(async (tx) => {
    const { rows } = await tx.query<Extract<Credentials, { key_id: string }>>(
      'SELECT operator_id, key_id, sealed FROM operator_credentials WHERE key_id <> $1 FOR UPDATE',
      [sealing.currentKeyId],
    );
    for (const row of rows) {
      const about = aboutSecret(row.operator_id);
      const { keyId, sealed } = sealing.seal(sealing.open({ keyId: row.key_id, sealed: row.sealed }, about), about);
      await tx.query('UPDATE operator_credentials SET key_id = $2, sealed = $3 WHERE operator_id = $1', [row.operator_id, keyId, sealed]);
    }
    return rows.length;
  });
}
