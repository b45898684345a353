import { createHmac, timingSafeEqual } from 'node:crypto';

/** Half a year: a wallet that was found once may be gone by then. */
export const WALLET_COOKIE_MAX_AGE_S = 180 * 24 * 60 * 60;

function sign(issuedAt: string, secret: string): Buffer {
  return createHmac('sha256', secret).update(`wallet-found ${issuedAt}`).digest();
}

/** Returns the value of the cookie that says a wallet was found in this browser. `now` in ms. */
export function createWalletCookie({ secret, now }: { secret: string; now: number }): string {
  const issuedAt = String(now);
  return `${issuedAt}.${sign(issuedAt, secret).toString('base64url')}`;
}

/** Says whether a cookie value was made by us and is not too old. */
export function isWalletCookie({ cookie, secret, now }: { cookie: string | undefined; secret: string; now: number }): boolean {
  const match = /^(\d{1,15})\.([A-Za-z0-9_-]{43})$/.exec(cookie ?? '');
  if (match === null) return false;
  const [, issuedAt = '', mac = ''] = match;
  const age = now - Number(issuedAt);
  return age < WALLET_COOKIE_MAX_AGE_S * 1000 && timingSafeEqual(Buffer.from(mac, 'base64url'), sign(issuedAt, secret));
}
