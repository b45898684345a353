import 'server-only';
import { cookies, headers } from 'next/headers';
import { cache } from 'react';
import { resolveFormatSettings } from './resolve-format';
import { createFormatter, type Formatter } from './formatter';
import { CONSOLE_PREFERENCE_COOKIES } from './cookie';

/** Returns the request's formatter: the chosen settings, else the browser's locale, in UTC. Cached per page render. */
export const getFormatter = cache(async (): Promise<Formatter> => {
  const [jar, sent] = await Promise.all([cookies(), headers()]);
  const chosen = {
    locale: jar.get(CONSOLE_PREFERENCE_COOKIES.locale)?.value,
    timeZone: jar.get(CONSOLE_PREFERENCE_COOKIES.timeZone)?.value,
  };
  return createFormatter(resolveFormatSettings(chosen, sent.get('accept-language')));
});

/** Returns the locale that was chosen; null: as the browser says. */
export async function readChosenLocale(): Promise<string | null> {
  const found = (await cookies()).get(CONSOLE_PREFERENCE_COOKIES.locale)?.value;
  return found === undefined || resolveFormatSettings({ locale: found }, null).locale !== found ? null : found;
}
