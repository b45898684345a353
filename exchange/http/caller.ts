import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { SESSION_COOKIE } from '../../lib/protocol/extensions';
import { isServiceProof } from '../../lib/protocol/service-proof';

/** A session token is 43 characters of base64url. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** True when the header proves the shared secret at `now` (ms). */
export function hasBffKey(headers: IncomingHttpHeaders, { key, now }: { key: string; now: number }): boolean {
  const given = headers['x-bff-key'];
  return typeof given === 'string' && isServiceProof('app', { given, key, now });
}

/** Returns the client's address: what a caller with the secret says, else the address of the connection. */
export function readClientIp(headers: IncomingHttpHeaders, isBff: boolean, remoteAddress: string): string {
  const given = headers['x-client-ip'];
  return isBff && typeof given === 'string' && isIP(given) !== 0 ? given : remoteAddress;
}

/** Returns the session token of the cookie header, null when there is none that could be one. */
export function readSessionToken(headers: IncomingHttpHeaders): string | null {
  for (const pair of headers.cookie?.split(';') ?? []) {
    const cut = pair.indexOf('=');
    if (cut >= 0 && pair.slice(0, cut).trim() === SESSION_COOKIE) {
      const value = pair.slice(cut + 1).trim();
      return TOKEN.test(value) ? value : null;
    }
  }
  return null;
}

/** Returns the `Set-Cookie` line for a token; null ends the cookie. Not `Secure`: the exchange speaks plain http on loopback. */
export function writeSessionCookie(token: string | null): string {
  const value = token == null ? `${SESSION_COOKIE}=; Max-Age=0` : `${SESSION_COOKIE}=${token}`;
  return `${value}; Path=/; HttpOnly; SameSite=Lax`;
}
