import type { Locale } from '../../../lib/protocol/wire';
import type { Tx } from '../../platform/db';

export type AnnouncementRow = { id: string; title: string; text: string; startsAt: Date; isPinned: boolean };
export type AnnouncementTexts = Readonly<Partial<Record<Locale, { title: string; text: string }>>>;
/** Times in ms; `endsAt` null: until somebody ends it. */
export type NewAnnouncement = {
  audience: 'all' | 'sandbox';
  isPinned: boolean;
  startsAt: number;
  endsAt: number | null;
  texts: AnnouncementTexts;
};

/** Returns what is shown at `now` (ms): pinned ones first, then newest first, each in `lang`, or in English where that language is missing. */
export async function listAnnouncements(
  tx: Tx,
  input: { lang: Locale; isSandbox: boolean; now: number; limit: number },
): Promise<AnnouncementRow[]> {
  const { rows } = await tx.query<AnnouncementRow>(
    `SELECT a.id, coalesce(own.title, en.title) AS title, coalesce(own.text, en.text) AS text, a.starts_at AS "startsAt", a.is_pinned AS "isPinned"
     FROM announcements a
     JOIN announcement_texts en ON en.announcement_id = a.id AND en.lang = 'en'
     LEFT JOIN announcement_texts own ON own.announcement_id = a.id AND own.lang = $1
     WHERE (a.audience = 'all' OR $2::boolean) AND a.starts_at <= to_timestamp($3::int8 / 1000.0)
       AND (a.ends_at IS NULL OR a.ends_at > to_timestamp($3::int8 / 1000.0))
     ORDER BY a.is_pinned DESC, a.starts_at DESC, a.id DESC LIMIT $4`,
    [input.lang, input.isSandbox, input.now, input.limit],
  );
  return rows;
}

/** Adds an announcement with its texts. Returns its number. */
export async function insertAnnouncement(tx: Tx, { audience, isPinned, startsAt, endsAt, texts }: NewAnnouncement): Promise<string> {
  const { rows } = await tx.query<{ id: string }>(
    `INSERT INTO announcements (audience, is_pinned, starts_at, ends_at)
     VALUES ($1, $2, to_timestamp($3::int8 / 1000.0), to_timestamp($4::int8 / 1000.0)) RETURNING id`,
    [audience, isPinned, startsAt, endsAt],
  );
  const id = rows[0]?.id as string;
  const langs = Object.keys(texts) as Locale[];
  await tx.query(
    `INSERT INTO announcement_texts (announcement_id, lang, title, text)
     SELECT $1, t.lang, t.title, t.text FROM unnest($2::text[], $3::text[], $4::text[]) AS t(lang, title, text)`,
    [id, langs, langs.map((lang) => texts[lang]?.title), langs.map((lang) => texts[lang]?.text)],
  );
  return id;
}

/** Returns the next members after `after` and the title of an announcement in the language of each; nobody where it isn't shown at `now` (ms). */
export async function listReaders(
  tx: Tx,
  input: { announcement: string; after: string; isSandbox: boolean; now: number; limit: number },
): Promise<{ userId: string; title: string }[]> {
  const { rows } = await tx.query<{ userId: string; title: string }>(
    `SELECT u.id AS "userId", coalesce(own.title, en.title) AS title
       FROM announcements a
       JOIN announcement_texts en ON en.announcement_id = a.id AND en.lang = 'en'
       JOIN users u ON u.kind = 'person' AND u.closed_at IS NULL AND u.id > $2
       LEFT JOIN user_languages l ON l.user_id = u.id
       LEFT JOIN announcement_texts own ON own.announcement_id = a.id AND own.lang = l.lang
      WHERE a.id = $1 AND (a.audience = 'all' OR $3::boolean) AND (a.ends_at IS NULL OR a.ends_at > to_timestamp($4::int8 / 1000.0))
      ORDER BY u.id LIMIT $5`,
    [input.announcement, input.after, input.isSandbox, input.now, input.limit],
  );
  return rows;
}

/** Returns the titles of announcements in the language of a user as it is now, in English where theirs is missing; by their numbers. */
export async function readTitles(tx: Tx, { ids, userId }: { ids: readonly string[]; userId: string }): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await tx.query<{ id: string; title: string }>(
    `SELECT en.announcement_id AS id, coalesce(own.title, en.title) AS title FROM announcement_texts en
       LEFT JOIN announcement_texts own ON own.announcement_id = en.announcement_id AND own.lang = (SELECT lang FROM user_languages WHERE user_id = $2)
      WHERE en.announcement_id = ANY($1::int8[]) AND en.lang = 'en'`,
    [[...ids], userId],
  );
  return new Map(rows.map(({ id, title }) => [id, title]));
}

/** Ends an announcement that is shown or will be. Returns whether there was one. */
export async function endAnnouncement(tx: Tx, { id, at }: { id: string; at: number }): Promise<boolean> {
  const { rowCount } = await tx.query(
    `UPDATE announcements SET ends_at = greatest(starts_at, to_timestamp($2::int8 / 1000.0))
      WHERE id = $1 AND (ends_at IS NULL OR ends_at > to_timestamp($2::int8 / 1000.0))`,
    [id, at],
  );
  return rowCount > 0;
}

/** Returns an announcement with its texts in every language that has one; null: there is none of this number. */
export async function findAnnouncement(tx: Tx, id: string) {
  const { rows } = await tx.query<{
    audience: string;
    isPinned: boolean;
    startsAt: Date;
    endsAt: Date | null;
    texts: { lang: string; title: string; text: string }[];
  }>(
    `SELECT a.audience, a.is_pinned AS "isPinned", a.starts_at AS "startsAt", a.ends_at AS "endsAt",
            (SELECT coalesce(json_agg(json_build_object('lang', t.lang, 'title', t.title, 'text', t.text) ORDER BY t.lang <> 'en', t.lang), '[]')
               FROM announcement_texts t WHERE t.announcement_id = a.id) AS texts
       FROM announcements a WHERE a.id = $1`,
    [id],
  );
  return rows[0] ?? null;
}

export type PlannedAnnouncement = {
  id: string;
  title: string;
  audience: string;
  isPinned: boolean;
  startsAt: Date;
  endsAt: Date | null;
  langs: string;
};

/** Returns announcements for operators, the newest first, whether they are shown or not; `offset`: how many are left out; `state` at `now` (ms): planned, shown or over, null: any. */
export async function listAllAnnouncements(
  tx: Tx,
  { limit, offset = 0, state = null, now = 0 }: { limit: number; offset?: number; state?: string | null; now?: number },
): Promise<PlannedAnnouncement[]> {
  const { rows } = await tx.query<PlannedAnnouncement>(
    `SELECT a.id, en.title, a.audience, a.is_pinned AS "isPinned", a.starts_at AS "startsAt", a.ends_at AS "endsAt",
            (SELECT string_agg(lang, ',' ORDER BY lang) FROM announcement_texts WHERE announcement_id = a.id) AS langs
       FROM announcements a JOIN announcement_texts en ON en.announcement_id = a.id AND en.lang = 'en'
      WHERE $3::text IS NULL OR $3 = CASE WHEN a.ends_at <= to_timestamp($4::int8 / 1000.0) THEN 'over'
              WHEN a.starts_at > to_timestamp($4::int8 / 1000.0) THEN 'planned' ELSE 'shown' END ORDER BY a.id DESC LIMIT $1 OFFSET $2`,
    [limit, offset, state, now],
  );
  return rows;
}
