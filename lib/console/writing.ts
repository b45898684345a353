import 'server-only';
import { cookies, headers } from 'next/headers';
import { cache } from 'react';
import { chooseWriting } from './choose-writing';
import { makeWords, type Words } from './words';
import { LOOKS_COOKIES } from './cookie';

/** Returns how who asks reads dates and numbers: as they chose, else as their browser says, in UTC. Once for each page that is drawn. */
export const readWords = cache(async (): Promise<Words> => {
  const [jar, sent] = await Promise.all([cookies(), headers()]);
  const chosen = { locale: jar.get(LOOKS_COOKIES.locale)?.value, timeZone: jar.get(LOOKS_COOKIES.timeZone)?.value };
  return makeWords(chooseWriting(chosen, sent.get('accept-language')));
});

/** Returns the locale that was chosen; null: as the browser says. */
export async function readChosenLocale(): Promise<string | null> {
  const found = (await cookies()).get(LOOKS_COOKIES.locale)?.value;
  return found === undefined || chooseWriting({ locale: found }, null).locale !== found ? null : found;
}
