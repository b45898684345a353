import 'server-only';
import { cookies } from 'next/headers';
import { DEFAULT_LOCALE, LOCALES, type Locale } from '../../protocol/wire';
import { PREFERENCE_COOKIES } from '../../session/options';

/** Returns the language that this browser chose, else the default. */
export async function readLocale(): Promise<Locale> {
  const chosen = (await cookies()).get(PREFERENCE_COOKIES.locale)?.value;
  return LOCALES.find((locale) => locale === chosen) ?? DEFAULT_LOCALE;
}
