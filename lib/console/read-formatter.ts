import 'server-only';
import { cookies, headers } from 'next/headers';
import { cache } from 'react';
import { resolveFormatSettings } from './resolve-format';
import { createFormatter, type Formatter } from './formatter';
import { CONSOLE_PREFERENCE_COOKIES } from './cookie';

/** Returns how who asks reads dates and numbers: as they chose, else as their browser says, in UTC. Once for each page that is drawn. */
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
