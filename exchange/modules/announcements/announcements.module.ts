import { news } from '../../../lib/protocol/markets';
import type { ExchangeModule } from '../../composition/module';
import { handle } from '../../http/register-call';
import type { Platform } from '../../platform/app';
import { readLocale } from '../../platform/read-locale';
import { listAnnouncements } from './announcements.repository';

/** Announcements of one answer. */
const ANNOUNCEMENTS_MAX = 50;

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
