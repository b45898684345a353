import 'server-only';
import { cookies, headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { getEnv } from '../env';
import { type AppSession, cookieAttributes, cookieNames, SESSION_MAX_AGE_S } from './options';
import { revokeSession, sealSession, unsealSession } from './unseal';

/** Returns who is signed in, or null. Works in pages and in handlers. */
export async function readSession(): Promise<AppSession | null> {
  const env = getEnv();
  const cookie = (await cookies()).get(cookieNames(env.isHttps).session)?.value;
  if (cookie === undefined || cookie === '') return null;
  const sealed = await unsealSession({ cookie, secret: env.sessionSecret, now: Date.now() });
  if (sealed === null) return null;
  const { expiresAt: _expiresAt, ...session } = sealed;
  return session;
}

/** Returns who is signed in, for a page; else sends the browser to the landing tab, to come back after signing in. */
export async function requireSession(): Promise<AppSession> {
  const session = await readSession();
  if (session !== null) return session;
  const path = (await headers()).get('x-candor-path');
  redirect(path?.startsWith('/') ? `/api/session/expired?next=${encodeURIComponent(path)}` : '/api/session/expired');
}

/**
 * Signs the browser in: seals the session into its cookie. Only in handlers.
 *
 * The previous cookie is worthless from now on, unless `keepsPrevious`: requests under way, and a browser that never got the answer, still show it.
 */
export async function createSession(session: AppSession, { keepsPrevious = false } = {}): Promise<void> {
  const env = getEnv();
  const jar = await cookies();
  const { session: name } = cookieNames(env.isHttps);
  const previous = jar.get(name)?.value;
  if (previous && !keepsPrevious) revokeSession(previous, Date.now());
  const sealed = await sealSession({ ...session, expiresAt: Date.now() + SESSION_MAX_AGE_S * 1000 }, env.sessionSecret);
  jar.set(name, sealed, cookieAttributes({ isHttps: env.isHttps, maxAgeS: SESSION_MAX_AGE_S }));
}

/** Signs the browser out: the cookie is removed, and its old value is worthless from now on. Only in handlers. */
export async function destroySession(): Promise<void> {
  const env = getEnv();
  const jar = await cookies();
  const { session: name } = cookieNames(env.isHttps);
  const previous = jar.get(name)?.value;
  if (previous === undefined) return;
  revokeSession(previous, Date.now());
  jar.set(name, '', cookieAttributes({ isHttps: env.isHttps, maxAgeS: 0 }));
}

/** Returns the session cookie's value, with a question that outlives the request: does its session still stand? Null without a cookie. */
export async function readSessionCookie(): Promise<{ value: string; isAlive(): Promise<boolean> } | null> {
  const env = getEnv();
  const value = (await cookies()).get(cookieNames(env.isHttps).session)?.value;
  if (value === undefined) return null;
  return { value, isAlive: async () => (await unsealSession({ cookie: value, secret: env.sessionSecret, now: Date.now() })) !== null };
}
