import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Database } from '../../platform/db';
import { DomainError } from '../../platform/domain-error';
import { createLoginThrottle, createWorkLimiter, verifyPassword } from '../accounts/accounts';
import { ActionRefused } from './operators.errors';

/** One sentence for all that may be wrong, and for who has to wait: it tells nobody which names there are. */
export const WRONG = () =>
  new ActionRefused(
    'SIGN_IN_REFUSED',
    'Name, password, code or passkey is wrong, or was used before. After five wrong tries each further one waits longer, up to an hour; a passkey, or a browser that you signed in on before, is not kept waiting by what others try.',
  );

/**
 * Where a try comes from: a device that this operator signed in on before, or the passkey that signed, is a source of its own; else the network of `from`. `secret`
 * keys devices and names.
 */
export type AttemptSource = { secret: string; from: string | null; device: string | null };
export type Credentials = { operator_id: string; name: string; password_hash: string } & (
  | { key_id: string; sealed: Uint8Array }
  | { key_id: null; sealed: null }
);

/** Of this process: operators are few, and a flood of names takes no core from members, whose gate is another one. */
const gate = createWorkLimiter({ runningMax: 1 });
const DEVICE = /^([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{43})$/;

const macOf = (secret: string, name: string, id: string) =>
  createHmac('sha256', secret).update(`device of operator ${name} ${id}`).digest();

/** Returns what a browser keeps on which an operator has signed in. */
export function makeDevice(secret: string, name: string): string {
  const id = randomBytes(16).toString('base64url');
  return `${id}.${macOf(secret, name, id).toString('base64url')}`;
}

/** Returns the id of a device on which this name was signed in with before, else null. */
export function readDevice(secret: string, name: string, text: string | null): string | null {
  const [, id = '', mac = ''] = DEVICE.exec(text ?? '') ?? [];
  return id !== '' && timingSafeEqual(macOf(secret, name, id), Buffer.from(mac, 'base64url')) ? id : null;
}

/**
 * Counts a try, checks the password, and returns whose it was; `succeed` forgets the tries of this source. Names that nobody has are counted and worked for like others.
 * @throws ActionRefused
 */
export async function tryPassword(db: Database, input: { name: string; password: string; at: number; source: AttemptSource }) {
  const { name, password, at: now, source } = input;
  const throttle = createLoginThrottle({ db, challenges: null, secret: source.secret, of: 'operator' });
  const { rows } = await db.read.query<Credentials>(
    `SELECT c.operator_id, o.name, c.password_hash, c.key_id, c.sealed FROM operator_credentials c
       JOIN operators o ON o.id = c.operator_id WHERE o.name = $1 AND o.state = 'active'`,
    [name],
  );
  const [found] = rows;
  const attempt = { name, userId: found?.operator_id ?? null, source: { ip: source.from ?? 'unknown', device: source.device } };
  await throttle.admit({ ...attempt, proof: null, now }).catch((error: unknown) => {
    throw error instanceof DomainError ? WRONG() : error;
  });
  const work = { source: source.device ?? `network ${source.from}`, isKnown: source.device !== null };
  const isRight = await gate
    .run(work, () => verifyPassword(found?.password_hash ?? null, password))
    .catch((error: unknown) => {
      throw error instanceof DomainError ? new ActionRefused('BUSY', 'Too many sign in just now: try again in some seconds.') : error;
    });
  if (found === undefined || !isRight) throw WRONG();
  return { found, succeed: () => throttle.succeed(attempt) };
}
