import { getRequestConfig } from 'next-intl/server';
import { localeOr } from './locales';
import { loadMessages } from './texts';

/** Texts for `next-intl/server`; the locale is the one that the middleware chose. */
export default getRequestConfig(async ({ requestLocale }) => {
  const locale = localeOr(await requestLocale);
  return { locale, messages: await loadMessages(locale), timeZone: 'UTC' };
});
