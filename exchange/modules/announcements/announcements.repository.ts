import type { Locale } from '../../../lib/protocol/wire';
import type { Tx } from '../../platform/db';

export type AnnouncementRow = { id: string; title: string; text: string; createdAt: Date };

/** Newest first, each in `lang`, or in English where that language is missing. */
export async function listAnnouncements(tx: Tx, input: { lang: Locale; isSandbox: boolean; limit: number }): Promise<AnnouncementRow[]> {
  const { rows } = await tx.query<AnnouncementRow>(
    `SELECT a.id, coalesce(own.title, en.title) AS title, coalesce(own.text, en.text) AS text, a.created_at AS "createdAt"
     FROM announcements a
     JOIN announcement_texts en ON en.announcement_id = a.id AND en.lang = 'en'
     LEFT JOIN announcement_texts own ON own.announcement_id = a.id AND own.lang = $1
     WHERE a.audience = 'all' OR $2::boolean
     ORDER BY a.created_at DESC, a.id DESC LIMIT $3`,
    [input.lang, input.isSandbox, input.limit],
  );
  return rows;
}
