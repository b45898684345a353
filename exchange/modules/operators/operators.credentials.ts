import { hashPassword, renewHash, verifyPassword } from '../accounts/accounts';
import type { Database, Tx } from '../../platform/db';
import type { Sealing } from '../../platform/sealing';
import { createSecret, describeSecret, findStep, readSecret } from '../../platform/totp';
import { appendLog } from './operators.log';
import { ActRefused } from './operators.refused';
import { beginSession, type BegunSession, endSessionsOf, requireKeyOwner } from './operators.sessions';

/** Wrong tries before each further one has to wait, twice as long as the one before, up to a quarter of an hour. */
const FREE_TRIES = 5;
const DELAY_FIRST_MS = 1_000;
const DELAY_MAX_MS = 15 * 60_000;

/** `sealed`: the authenticator's secret; null where its owner has passkeys alone. */
export type Credentials = { operator_id: string; name: string; password_hash: string; tries: number } & (
  | { key_id: string; sealed: Uint8Array }
  | { key_id: null; sealed: null }
);

const aboutSecret = (operatorId: string) => `second factor of operator ${operatorId}`;
export const WRONG = () => new ActRefused('SIGN_IN_REFUSED', 'Name, password, code or passkey is wrong, or was used before.');

/** Returns a secret that an authenticator may bind, for the owner of a key. Nothing is kept of it. @throws ActRefused */
export async function offerCredentials(tx: Tx, key: string): Promise<{ name: string; secret: string; uri: string }> {
  const { name } = await requireKeyOwner(tx, key);
  const { text, uri } = describeSecret(createSecret(), `${name} (operator)`);
  return { name, secret: text, uri };
}

type SetCredentials = { key: string; password: string; secret: string; code: string; at: number };

/** Sets password and authenticator of the owner of a key; whatever was signed in before is over. @throws ActRefused */
export async function setCredentials(db: Database, sealing: Sealing, input: SetCredentials): Promise<{ name: string }> {
  const { key, password, at } = input;
  const secret = readSecret(input.secret);
  const step = findStep(secret, input.code, at);
  await requireKeyOwner(db.read, key);
  if (step === null) throw new ActRefused('SIGN_IN_REFUSED', 'The code is not the one of this secret: is the clock of the phone right?');
  const passwordHash = await hashPassword(password);
  return db.transaction(async (tx) => {
    const { id, name } = await requireKeyOwner(tx, key);
    const { keyId, sealed } = sealing.seal(secret, aboutSecret(id));
    // Whoever sets them anew may have lost what was bound before.
    await tx.query('DELETE FROM operator_passkeys WHERE operator_id = $1', [id]);
    await tx.query(
      `INSERT INTO operator_credentials (operator_id, password_hash, key_id, sealed, last_step, set_at) VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (operator_id) DO UPDATE SET password_hash = $2, key_id = $3, sealed = $4, last_step = $5, tries = 0, not_before = 0, set_at = $6`,
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

const delayAfter = (tries: number) => (tries < FREE_TRIES ? 0 : Math.min(DELAY_MAX_MS, DELAY_FIRST_MS * 2 ** (tries - FREE_TRIES)));

/** Counts a try before its work is done, so that many at once don't slip past. Null: nobody of this name signs in by password. */
export async function countTry(tx: Tx, name: string, now: number): Promise<Credentials | null> {
  const { rows } = await tx.query<Credentials & { not_before: string }>(
    `SELECT c.operator_id, o.name, c.password_hash, c.key_id, c.sealed, c.tries, c.not_before FROM operator_credentials c
       JOIN operators o ON o.id = c.operator_id WHERE o.name = $1 AND o.state = 'active' FOR UPDATE OF c`,
    [name],
  );
  const [row] = rows;
  if (row === undefined) return null;
  const waitMs = Number(row.not_before) - now;
  if (waitMs > 0) throw new ActRefused('SIGN_IN_REFUSED', `Too many wrong tries: wait ${Math.ceil(waitMs / 1000)} seconds.`);
  const tries = row.tries + 1;
  await tx.query('UPDATE operator_credentials SET tries = $2, not_before = $3 WHERE operator_id = $1', [
    row.operator_id,
    tries,
    now + delayAfter(tries),
  ]);
  return row;
}

type SignIn = { name: string; password: string; code: string; at: number };

/** Signs in by password and a code, which counts once. One sentence for all that may be wrong. @throws ActRefused */
export async function signInByPassword(db: Database, sealing: Sealing, input: SignIn): Promise<BegunSession> {
  const { name, password, code, at } = input;
  const found = await db.transaction((tx) => countTry(tx, name, at));
  const isRight = await verifyPassword(found?.password_hash ?? null, password);
  if (found === null || !isRight || found.sealed === null) throw WRONG();
  const secret = sealing.open({ keyId: found.key_id, sealed: found.sealed }, aboutSecret(found.operator_id));
  const step = findStep(secret, code, at);
  if (step === null) throw WRONG();
  const renewed = await renewHash(found.password_hash, password);
  return db.transaction(async (tx) => {
    const { rowCount } = await tx.query(
      `UPDATE operator_credentials SET last_step = $2, tries = 0, not_before = 0, password_hash = $4
        WHERE operator_id = $1 AND last_step < $2 AND password_hash = $3 RETURNING 1`,
      [found.operator_id, step, found.password_hash, renewed],
    );
    if (rowCount !== 1) throw WRONG();
    return beginSession(tx, { operator: { id: found.operator_id, name: found.name }, proof: 'password', at });
  });
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
