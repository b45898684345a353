import 'server-only';
import { cookies } from 'next/headers';
import { callLegacy } from '../../legacy/call-legacy';
import { languageChange } from '../../protocol/notifications';
import { LOCALES, type Locale } from '../../protocol/wire';
import { type AppSession, PREFERENCE_COOKIES } from '../../session/options';
import { logFailure } from '../log-failure';

/** Tells the exchange in which language this user uses the app, the browser's own unless said. Nothing else waits for it or fails with it. */
export async function syncLanguage({ upstream }: Pick<AppSession, 'upstream'>, chosen?: Locale): Promise<void> {
  try {
    const stored = (await cookies()).get(PREFERENCE_COOKIES.locale)?.value;
    const lang = chosen ?? LOCALES.find((locale) => locale === stored);
    if (lang !== undefined) await callLegacy(languageChange, { lang }, { upstream, ip: null });
  } catch (error) {
    logFailure({ requestId: '-', where: 'language', error });
  }
}
