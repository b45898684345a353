import 'server-only';
import { cookies } from 'next/headers';
import { callLegacy } from '../../legacy/call-legacy';
import { languageChange } from '../../protocol/notifications';
import { LOCALES, type Locale } from '../../protocol/wire';
import { type AppSession, PREFERENCE_COOKIES } from '../../session/options';
import { logFailure } from '../log-failure';

/** Stores the user's language at the exchange, by default the browser's. Best effort: a failure is not passed on. */
export async function syncLanguage({ upstream }: Pick<AppSession, 'upstream'>, chosen?: Locale): Promise<void> {
  try {
    const stored = (await cookies()).get(PREFERENCE_COOKIES.locale)?.value;
    const lang = chosen ?? LOCALES.find((locale) => locale === stored);
    if (lang !== undefined) await callLegacy(languageChange, { lang }, { upstream, ip: null });
  } catch (error) {
    logFailure({ requestId: '-', where: 'language', error });
  }
}
