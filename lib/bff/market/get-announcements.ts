import 'server-only';
import type { Announcement } from '../../dto/market';
import { news } from '../../protocol/markets';
import type { Locale } from '../../protocol/wire';
import { coalesce } from '../coalesce';
import { callPublic } from '../upstream';
import { reshapeAnnouncements } from './reshape';

/** Returns the announcements in a language where the exchange has them, newest first. */
export function getAnnouncements(locale: Locale): Promise<{ announcements: Announcement[] }> {
  return coalesce(`announcements ${locale}`, async () => ({
    announcements: reshapeAnnouncements(await callPublic(news, { lang: locale })),
  }));
}
