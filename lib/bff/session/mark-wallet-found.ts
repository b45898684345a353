import 'server-only';
import { cookies } from 'next/headers';
import { getEnv } from '../../env';
import { cookieAttributes, cookieNames } from '../../session/options';
import { createWalletCookie, WALLET_COOKIE_MAX_AGE_S } from '../../session/wallet-cookie';

/** Lets this browser past the wallet guard. */
export async function markWalletFound(): Promise<{ done: true }> {
  const env = getEnv();
  const value = createWalletCookie({ secret: env.sessionSecret, now: Date.now() });
  (await cookies()).set(
    cookieNames(env.isHttps).wallet,
    value,
    cookieAttributes({ isHttps: env.isHttps, maxAgeS: WALLET_COOKIE_MAX_AGE_S }),
  );
  return { done: true };
}
