import 'server-only';
import { cookies, headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { cache } from 'react';
import { getEnv } from '../env';
import { signOutAtExchange } from './remote-sign-out';
import { type AppSession, cookieAttributes, cookieNames, SESSION_MAX_AGE_S } from './options';
import { readCookie } from './read-cookie';
import { isSessionActive } from './session-status';
import { revokeSession, sealSession, unsealSession } from './unseal';

/**
 * Returns who is signed in by the cookie, or null. Works in pages and in handlers. Its end on another process is not seen here: who asks the
 * exchange in the session's name is told there, everyone else uses `readActiveSession`.
 */
export async function readSession(): Promise<AppSession | null> {
  return openCookie((await cookies()).get(cookieNames(getEnv().isHttps).session)?.value);
}

/**
 * The same for a request at hand, in handlers. The framework's own store of cookies costs as much as all else that is asked about a session,
 * and stands where the framework handles the request alone.
 */
export function readSessionOf(request: { headers: Headers }): Promise<AppSession | null> {
  return openCookie(readCookie(request.headers.get('cookie'), cookieNames(getEnv().isHttps).session));
}

async function openCookie(cookie: string | undefined): Promise<AppSession | null> {
  if (cookie === undefined || cookie === '') return null;
  const sealed = await unsealSession({ cookie, secret: getEnv().sessionSecret, now: Date.now() });
  if (sealed === null) return null;
  const { expiresAt: _expiresAt, ...session } = sealed;
  return session;
}

/** Returns who is signed in and has not been signed out anywhere, or null. */
export async function readActiveSession(): Promise<AppSession | null> {
  const session = await readSession();
  return session !== null && (await isSessionActive(session)) ? session : null;
}

/** The parts of one page ask the exchange once. */
const readForPage = cache(readActiveSession);

/** Returns who is signed in, for a page; else sends the browser to the landing tab, to come back after signing in. */
export async function requireSession(): Promise<AppSession> {
  const session = await readForPage();
  if (session !== null) return session;
  const path = (await headers()).get('x-candor-path');
  redirect(path?.startsWith('/') ? `/api/session/expired?next=${encodeURIComponent(path)}` : '/api/session/expired');
}

/**
 * Signs the browser in: seals the session into its cookie. Only in handlers.
 *
 * The previous session ends, here and at the exchange, unless `keepsPrevious`: requests under way, and a browser that never got the answer,
 * still show it.
 */
export async function createSession(session: AppSession, { keepsPrevious = false } = {}): Promise<void> {
  const env = getEnv();
  const jar = await cookies();
  const { session: name } = cookieNames(env.isHttps);
  const previous = keepsPrevious ? null : await readSession();
  const cookie = jar.get(name)?.value;
  const sealed = await sealSession({ ...session, expiresAt: Date.now() + SESSION_MAX_AGE_S * 1000 }, env.sessionSecret);
  jar.set(name, sealed, cookieAttributes({ isHttps: env.isHttps, maxAgeS: SESSION_MAX_AGE_S }));
  if (previous === null || cookie === undefined) return;
  revokeSession(cookie, Date.now());
  if (previous.upstream !== session.upstream) await signOutAtExchange(previous.upstream);
}

/**
 * Removes the browser's session cookie. Only in handlers that the browser asked with the cookie that it has now: an answer that comes late
 * would remove a newer one. The value is worthless in this process at once; for all of them it is the exchange that ends a session.
 */
export async function destroySession(): Promise<void> {
  const env = getEnv();
  const jar = await cookies();
  const { session: name } = cookieNames(env.isHttps);
  const previous = jar.get(name)?.value;
  if (previous === undefined) return;
  // Junk is not remembered: it would push real sign-outs out of memory.
  if ((await readSession()) !== null) revokeSession(previous, Date.now());
  jar.set(name, '', cookieAttributes({ isHttps: env.isHttps, maxAgeS: 0 }));
}

/** Returns the session cookie's value, with a question that outlives the request: does its session still stand? Null without a cookie. */
export async function readSessionCookie(): Promise<{ value: string; isAlive(): Promise<boolean> } | null> {
  const env = getEnv();
  const value = (await cookies()).get(cookieNames(env.isHttps).session)?.value;
  if (value === undefined) return null;
  return { value, isAlive: async () => (await unsealSession({ cookie: value, secret: env.sessionSecret, now: Date.now() })) !== null };
}
