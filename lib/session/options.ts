import type { Mode } from '../protocol/wire';

/** Days that a session lives at most; the cookie carries the same Max-Age, because some in-app browsers drop session cookies. */
const SESSION_DAYS = 14;
export const SESSION_MAX_AGE_S = SESSION_DAYS * 24 * 60 * 60;

/** Who is signed in. `upstream` is the Cookie header value of the exchange's session and never leaves the server. */
export type AppSession = { userId: string; username: string; mode: Mode; upstream: string; epoch: string };

/** What the cookie seals; `expiresAt` in ms since 1970. */
export type SealedSession = AppSession & { expiresAt: number };

/** Names of our cookies. With https they carry `__Host-`, so that no other host of the domain can plant them. */
export function cookieNames(isHttps: boolean): { session: string; nonce: string; wallet: string; device: string; asker: string } {
  const prefix = isHttps ? '__Host-' : '';
  return {
    session: `${prefix}candor_session`,
    nonce: `${prefix}candor_nonce`,
    wallet: `${prefix}candor_wallet`,
    device: `${prefix}candor_device`,
    asker: `${prefix}candor_asker`,
  };
}

export const PREFERENCE_COOKIES = { locale: 'candor_locale', theme: 'candor_theme', trend: 'candor_trend' } as const;
/** One year; a preference is no secret. */
export const PREFERENCE_MAX_AGE_S = 365 * 24 * 60 * 60;

export type CookieAttributes = { httpOnly: boolean; secure: boolean; sameSite: 'lax'; path: '/'; maxAge: number };

/** Attributes of every cookie that only the server reads. */
export function cookieAttributes({ isHttps, maxAgeS }: { isHttps: boolean; maxAgeS: number }): CookieAttributes {
  return { httpOnly: true, secure: isHttps, sameSite: 'lax', path: '/', maxAge: maxAgeS };
}
