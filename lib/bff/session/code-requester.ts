import 'server-only';
import { randomBytes } from 'node:crypto';
import { cookies } from 'next/headers';
import { getEnv } from '../../env';
import { cookieAttributes, cookieNames } from '../../session/options';

/** Longer than two mailed codes live. */
const ASKER_MAX_AGE_S = 60 * 60;
const ASKER = /^[A-Za-z0-9_-]{43}$/;

/** Returns the random token that binds a mailed code to the browser that requested it; undefined when it requested none. */
export async function readCodeRequester(): Promise<string | undefined> {
  const value = (await cookies()).get(cookieNames(getEnv().isHttps).asker)?.value;
  return value !== undefined && ASKER.test(value) ? value : undefined;
}

/** Returns that token and sets it as a cookie for an hour: 256 random bits that only this browser and the exchange know. */
export async function keepCodeRequester(): Promise<string> {
  const { isHttps } = getEnv();
  const asker = (await readCodeRequester()) ?? randomBytes(32).toString('base64url');
  (await cookies()).set(cookieNames(isHttps).asker, asker, cookieAttributes({ isHttps, maxAgeS: ASKER_MAX_AGE_S }));
  return asker;
}
