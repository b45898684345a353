import { news } from '../../../lib/protocol/markets';
import type { ExchangeModule } from '../../composition/module';
import { handle } from '../../http/register-call';
import type { Platform } from '../../platform/app';
import { readLocale } from '../../platform/read-locale';
import { announcementPublished, announcementTold } from './announcements.events';
import { listAnnouncements } from './announcements.repository';
import { createTelling } from './announcements.telling';

/** Announcements of one answer. */
const ANNOUNCEMENTS_MAX = 50;

/** Wires call 56, and tells members of what is published. What is meant for the sandbox alone is told in sandbox mode alone. */
export function createAnnouncementsModule(platform: Platform) {
  const { db, env, clock } = platform;
  const telling = createTelling(platform);
  return {
    name: 'announcements',
    events: [announcementPublished, announcementTold],
    jobs: [telling.job],
    consumers: [telling.consumer],
    calls: [
      handle(news, async ({ lang }) => {
        const rows = await listAnnouncements(db.read, {
          lang: readLocale(lang),
          isSandbox: env.sandbox,
          now: clock.now(),
          limit: ANNOUNCEMENTS_MAX,
        });
        return rows.map(({ id, title, text, startsAt, isPinned }) => ({ id, title, text, time: startsAt.getTime(), pinned: isPinned }));
      }),
    ],
  } satisfies ExchangeModule;
}
