import 'server-only';
import { cookies } from 'next/headers';
import type { z } from 'zod';
import type { preferencesInputSchema } from '../../dto/session';
import { getEnv } from '../../env';
import { readSession } from '../../session/session';
import { syncLanguage } from './sync-language';
import { PREFERENCE_COOKIES, PREFERENCE_MAX_AGE_S, cookieAttributes } from '../../session/options';

/** Keeps language, theme and trend colours of this browser for a year. */
export async function keepPreferences(input: z.infer<typeof preferencesInputSchema>): Promise<{ done: true }> {
  const jar = await cookies();
  const attributes = { ...cookieAttributes({ isHttps: getEnv().isHttps, maxAgeS: PREFERENCE_MAX_AGE_S }), httpOnly: false };
  if (input.locale !== undefined) {
    jar.set(PREFERENCE_COOKIES.locale, input.locale, attributes);
    const session = await readSession();
    if (session !== null) await syncLanguage(session, input.locale);
  }
  if (input.theme !== undefined) jar.set(PREFERENCE_COOKIES.theme, input.theme, attributes);
  if (input.trendColours !== undefined) jar.set(PREFERENCE_COOKIES.trend, input.trendColours, attributes);
  return { done: true };
}
