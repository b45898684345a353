import type { StatusArea } from '../../../lib/protocol/status';
import type { Locale } from '../../../lib/protocol/wire';
import type { Tx } from '../../platform/db';

/** What is unwell: an area, and a market or network of it; empty: all of it. */
export type Fault = { area: StatusArea; subject: string };
/** Times in ms; `closedAt` null: it goes on. */
export type Incident = Fault & { id: string; openedAt: number; closedAt: number | null; text: string | null };

/** What comes again within this time is the same incident: something that flickers is one row and not a hundred. */
const SAME_MS = 10 * 60_000;

/** Writes down that these were seen: an open incident goes on, one that just ended is open again, else a new one begins. One statement. */
export async function noteFaults(tx: Tx, faults: readonly Fault[], at: number): Promise<void> {
  if (faults.length === 0) return;
  await tx.query(
    `WITH seen AS (SELECT * FROM unnest($1::text[], $2::text[]) AS s(area, subject)),
       latest AS (SELECT i.id, i.area, i.subject FROM seen s CROSS JOIN LATERAL (
         SELECT * FROM incidents WHERE area = s.area AND subject = s.subject AND (closed_at IS NULL OR closed_at > $3::int8 - $4::int8)
          ORDER BY closed_at DESC NULLS FIRST LIMIT 1) i),
       again AS (UPDATE incidents i SET seen_at = greatest(i.seen_at, $3::int8), closed_at = NULL FROM latest l WHERE i.id = l.id)
     INSERT INTO incidents (area, subject, opened_at, seen_at)
     SELECT area, subject, $3::int8, $3::int8 FROM seen s WHERE NOT EXISTS (SELECT 1 FROM latest l WHERE l.area = s.area AND l.subject = s.subject)
     ON CONFLICT DO NOTHING`,
    [faults.map(({ area }) => area), faults.map(({ subject }) => subject), at, SAME_MS],
  );
}

/** Ends what nobody has seen since `before` (ms): it ended when it was seen last. */
export async function closeUnseen(tx: Tx, before: number): Promise<void> {
  await tx.query('UPDATE incidents SET closed_at = seen_at WHERE closed_at IS NULL AND seen_at < $1', [before]);
}

/** Writes down what is over already. */
export async function insertPast(tx: Tx, { area, subject }: Fault, { openedAt, closedAt }: { openedAt: number; closedAt: number }) {
  await tx.query('INSERT INTO incidents (area, subject, opened_at, seen_at, closed_at) VALUES ($1, $2, $3, $4, $4)', [
    area,
    subject,
    openedAt,
    closedAt,
  ]);
}

type Row = Fault & { id: string; opened_at: string; closed_at: string | null; text: string | null };

/** `area` and `isOpen` null: any. */
type IncidentsAsked = { lang: Locale; limit: number; offset?: number; area?: string | null; isOpen?: boolean | null };

/** Returns what is open and the newest of what is over, newest first, each in `lang`, or in English. */
export async function listIncidents(tx: Tx, { lang, limit, offset = 0, area = null, isOpen = null }: IncidentsAsked): Promise<Incident[]> {
  const { rows } = await tx.query<Row>(
    `SELECT i.id, i.area, i.subject, i.opened_at, i.closed_at, coalesce(own.text, en.text) AS text
       FROM incidents i LEFT JOIN incident_texts own ON own.incident_id = i.id AND own.lang = $1
       LEFT JOIN incident_texts en ON en.incident_id = i.id AND en.lang = 'en'
      WHERE i.id IN (SELECT id FROM (SELECT id FROM incidents WHERE closed_at IS NULL AND ($4::text IS NULL OR area = $4) AND $5::boolean IS NOT FALSE
                                      LIMIT $2::int8 + $3::int8) o
                     UNION SELECT id FROM (SELECT id FROM incidents WHERE ($4::text IS NULL OR area = $4) AND ($5::boolean IS NULL OR (closed_at IS NULL) = $5)
                                            ORDER BY opened_at DESC LIMIT $2::int8 + $3::int8) n)
      ORDER BY (i.closed_at IS NULL) DESC, i.opened_at DESC, i.id DESC LIMIT $2 OFFSET $3`,
    [lang, limit, offset, area, isOpen],
  );
  return rows.map(({ opened_at, closed_at, ...row }) => ({
    ...row,
    openedAt: Number(opened_at),
    closedAt: closed_at === null ? null : Number(closed_at),
  }));
}

/** Returns an incident with what is said of it in each language; null: there is none of this number. */
export async function findIncident(tx: Tx, id: string) {
  const { rows } = await tx.query<Fault & { opened_at: string; closed_at: string | null; texts: { lang: string; text: string }[] }>(
    `SELECT i.area, i.subject, i.opened_at, i.closed_at,
            (SELECT coalesce(json_agg(json_build_object('lang', t.lang, 'text', t.text) ORDER BY t.lang <> 'en', t.lang), '[]')
               FROM incident_texts t WHERE t.incident_id = i.id) AS texts
       FROM incidents i WHERE i.id = $1`,
    [id],
  );
  if (rows[0] === undefined) return null;
  const { opened_at, closed_at, ...row } = rows[0];
  return { ...row, openedAt: Number(opened_at), closedAt: closed_at === null ? null : Number(closed_at) };
}

/** Holds what is said of an incident until the transaction ends. */
export async function lockIncident(tx: Tx, id: string): Promise<void> {
  await tx.query('SELECT 1 FROM incidents WHERE id = $1 FOR UPDATE', [id]);
}

/** Says something about an incident, in place of what was said in these languages before. False: there is no such incident. */
export async function setIncidentTexts(tx: Tx, { id, texts }: { id: string; texts: Partial<Record<Locale, string>> }): Promise<boolean> {
  const found = await tx.query('SELECT 1 FROM incidents WHERE id = $1', [id]);
  if (found.rowCount === 0) return false;
  await tx.query(
    `INSERT INTO incident_texts (incident_id, lang, text) SELECT $1, t.lang, t.text FROM unnest($2::text[], $3::text[]) AS t(lang, text)
     ON CONFLICT (incident_id, lang) DO UPDATE SET text = excluded.text`,
    [id, Object.keys(texts), Object.values(texts)],
  );
  return true;
}

/** Takes out what ended before `before` (ms). */
export async function removeIncidents(tx: Tx, { before, limit }: { before: number; limit: number }): Promise<number> {
  const { rowCount } = await tx.query(
    'DELETE FROM incidents WHERE id IN (SELECT id FROM incidents WHERE closed_at < $1 ORDER BY opened_at LIMIT $2)',
    [before, limit],
  );
  return rowCount;
}

/** Returns how much of the work behind the screens waits for longer than `lateMs`, or was put aside. */
export async function countLateWork(tx: Tx, { now, lateMs }: { now: number; lateMs: number }): Promise<number> {
  const { rows } = await tx.query<{ late: string }>(
    `SELECT (SELECT count(*) FROM (SELECT 1 FROM jobs WHERE state = 'waiting' AND run_at < to_timestamp($1::int8 / 1000.0) LIMIT 1) j)
          + (SELECT count(*) FROM event_consumers WHERE attempts > 0) AS late`,
    [now - lateMs],
  );
  return Number(rows[0]?.late);
}
