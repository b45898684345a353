import 'server-only';
import { randomBytes } from 'node:crypto';
import { cookies } from 'next/headers';
import { getEnv } from '../../env';
import { cookieAttributes, cookieNames } from '../../session/options';

/** Longer than a code lives, and a second one after it. */
const ASKER_MAX_AGE_S = 60 * 60;
const ASKER = /^[A-Za-z0-9_-]{43}$/;

/** Returns what this browser asked for a code with; undefined when it asked for none. */
export async function readCodeRequester(): Promise<string | undefined> {
  const value = (await cookies()).get(cookieNames(getEnv().isHttps).asker)?.value;
  return value !== undefined && ASKER.test(value) ? value : undefined;
}

/** Returns what this browser asks for a code with, and has it keep that for an hour: 256 random bits that only it and the exchange know. */
export async function keepCodeRequester(): Promise<string> {
  const { isHttps } = getEnv();
  const asker = (await readCodeRequester()) ?? randomBytes(32).toString('base64url');
  (await cookies()).set(cookieNames(isHttps).asker, asker, cookieAttributes({ isHttps, maxAgeS: ASKER_MAX_AGE_S }));
  return asker;
}
