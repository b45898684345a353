import { createHash } from 'node:crypto';
import { sealData, unsealData } from 'iron-session';
import { z } from 'zod';
import { MODES } from '../protocol/wire';
import { SESSION_MAX_AGE_S, type SealedSession } from './options';

/** Unsealing costs 0.4 ms; a session read again within this time is taken from memory. */
const REMEMBERED_MS = 5_000;
/** Bounds the memory of unsealed sessions and of revoked cookies. */
const REMEMBERED_MAX = 10_000;
/** A cookie longer than this was not made by us. */
const COOKIE_LENGTH_MAX = 4_096;

const sealedSessionSchema = z.strictObject({
  userId: z.string().min(1).max(20),
  username: z.string().min(1).max(254),
  mode: z.enum(MODES),
  upstream: z.string().min(1).max(1_000),
  epoch: z.string().max(200),
  expiresAt: z.number().int(),
});

type Memory = { unsealed: Map<string, { session: SealedSession; until: number }>; revoked: Map<string, number> };

/** Kept on the global object: the middleware and the handlers are separate bundles of one process and must agree on sign-outs. */
const slot = Symbol.for('candor.session-memory');
function memory(): Memory {
  const holder = globalThis as { [slot]?: Memory };
  holder[slot] ??= { unsealed: new Map(), revoked: new Map() };
  return holder[slot];
}

const keyOf = (cookie: string) => createHash('sha256').update(cookie).digest('base64url');

function remember<V>(map: Map<string, V>, key: string, value: V): void {
  map.delete(key);
  map.set(key, value);
  if (map.size > REMEMBERED_MAX) map.delete(map.keys().next().value as string);
}

/** Returns the cookie value for a session. */
export function sealSession(session: SealedSession, secret: string): Promise<string> {
  return sealData(session, { password: secret, ttl: SESSION_MAX_AGE_S });
}

/**
 * Returns the session of a cookie value; null when it is foreign, altered, expired or signed out.
 *
 * A sign-out in this process is seen at once. In another process, after a restart, or once memory has no room for it any more, the exchange
 * tells: see `readActiveSession`.
 */
export async function unsealSession({
  cookie,
  secret,
  now,
}: {
  cookie: string;
  secret: string;
  now: number;
}): Promise<SealedSession | null> {
  if (cookie.length > COOKIE_LENGTH_MAX) return null;
  const key = keyOf(cookie);
  if (memory().revoked.has(key)) return null;
  const known = memory().unsealed.get(key);
  if (known !== undefined && known.until > now) return known.session.expiresAt > now ? known.session : null;
  const raw = await unsealData<unknown>(cookie, { password: secret, ttl: SESSION_MAX_AGE_S }).catch(() => null);
  const parsed = sealedSessionSchema.safeParse(raw);
  if (!parsed.success || parsed.data.expiresAt <= now || memory().revoked.has(key)) return null;
  remember(memory().unsealed, key, { session: parsed.data, until: now + REMEMBERED_MS });
  return parsed.data;
}

/** Makes a cookie value worthless in this process from now on. */
export function revokeSession(cookie: string, now: number): void {
  const key = keyOf(cookie);
  memory().unsealed.delete(key);
  remember(memory().revoked, key, now);
}

/** Whether a cookie value was signed out in this process. */
export function isRevoked(cookie: string): boolean {
  return memory().revoked.has(keyOf(cookie));
}
