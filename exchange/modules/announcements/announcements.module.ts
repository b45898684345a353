import { news } from '../../../lib/protocol/markets';
import { DEFAULT_LOCALE, type Locale, LOCALES } from '../../../lib/protocol/wire';
import type { ExchangeModule } from '../../composition/module';
import { handle } from '../../http/register-call';
import type { Platform } from '../../platform/app';
import { listAnnouncements } from './announcements.repository';

/** Announcements of one answer. */
const ANNOUNCEMENTS_MAX = 50;

/** Returns the locale that a text means, without regard to case; a bare language means its first locale, anything else English. */
export function readLocale(lang: string | undefined): Locale {
  const wanted = (lang ?? DEFAULT_LOCALE).toLowerCase();
  return (
    LOCALES.find((locale) => locale.toLowerCase() === wanted) ??
    LOCALES.find((locale) => locale.toLowerCase().split('-')[0] === wanted.split(/[-_]/)[0]) ??
    DEFAULT_LOCALE
  );
}

/** Wires call 56. What is meant for the sandbox alone is told in sandbox mode alone. */
export function createAnnouncementsModule(platform: Platform) {
  const { db, env } = platform;
  return {
    name: 'announcements',
    calls: [
      handle(news, async ({ lang }) => {
        const rows = await listAnnouncements(db.read, { lang: readLocale(lang), isSandbox: env.sandbox, limit: ANNOUNCEMENTS_MAX });
        return rows.map(({ id, title, text, createdAt }) => ({ id, title, text, time: createdAt.getTime() }));
      }),
    ],
  } satisfies ExchangeModule;
}
