import { getRequestConfig } from 'next-intl/server';
import { localeOr } from './locales';
import { loadMessages } from './texts';

/** Gives next-intl the texts of the locale that the path segment names. */
export default getRequestConfig(async ({ requestLocale }) => {
  const locale = localeOr(await requestLocale);
  return { locale, messages: await loadMessages(locale), timeZone: 'UTC' };
});
