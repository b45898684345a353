import 'server-only';
import { sealData, unsealData } from 'iron-session';
import { cookies } from 'next/headers';
import { getEnv } from '../../env';
import { cookieAttributes, cookieNames } from '../../session/options';
import { type IssuedMessage, issuedMessageSchema, NONCE_MAX_AGE_S } from '../../session/wallet-message';

/** Seals what was issued into this browser's nonce cookie. */
export async function keepIssued(issued: IssuedMessage): Promise<void> {
  const env = getEnv();
  const sealed = await sealData(issued, { password: env.sessionSecret, ttl: NONCE_MAX_AGE_S });
  (await cookies()).set(cookieNames(env.isHttps).nonce, sealed, cookieAttributes({ isHttps: env.isHttps, maxAgeS: NONCE_MAX_AGE_S }));
}

/** Returns what was issued to this browser, once: the cookie is removed. Null when there is none, or it was altered. */
export async function takeIssued(): Promise<IssuedMessage | null> {
  const env = getEnv();
  const jar = await cookies();
  const { nonce: name } = cookieNames(env.isHttps);
  const sealed = jar.get(name)?.value;
  if (sealed === undefined) return null;
  jar.set(name, '', cookieAttributes({ isHttps: env.isHttps, maxAgeS: 0 }));
  const raw = await unsealData<unknown>(sealed, { password: env.sessionSecret, ttl: NONCE_MAX_AGE_S }).catch(() => null);
  return issuedMessageSchema.safeParse(raw).data ?? null;
}
