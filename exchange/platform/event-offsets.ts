import { MODES } from '../../lib/protocol/wire';
import type { Tx } from './db';
import type { EventConsumer, StoredEvent } from './event-kinds';

/** Offset of a consumer: the last event that it handled, and the state of its retries. */
export type ConsumerOffset = { xid: string; id: string; singly: number; attempts: number };
/**
 * Events after an offset. `events` are those of the wanted kinds, but for those that are `behind`: what an ordered consumer put aside of their user comes first.
 * `end` is the offset after all of them, null when there is nothing to read yet.
 */
export type Page = { events: StoredEvent[]; behind: StoredEvent[]; end: { xid: string; id: string } | null; isFull: boolean };

export type EventRow = { xid: string; id: string; at: string; kind: string; user_id: string | null; mode: string | null; payload: unknown };

/** By what a process may read for a consumer: which kinds it hands on, and which others it knows. */
export type Reader = Pick<EventConsumer, 'name' | 'kinds' | 'noLonger' | 'isOrdered'>;

const kindsOf = ({ kinds }: Reader) => kinds.map(({ name }) => name);
const knownBy = (reader: Reader) => [...kindsOf(reader), ...(reader.noLonger ?? [])];

/**
 * Gives consumers that never ran a place: before everything that is kept, or before what transactions under way may write. From then on no process reads
 * for them that doesn't know all of their kinds. Returns those of which a newer version reads more than is known here.
 */
export async function openOffsets(tx: Tx, consumers: readonly EventConsumer[]): Promise<string[]> {
  const names = consumers.map(({ name }) => name);
  await tx.query(
    `INSERT INTO event_consumers (name, xid, id)
     SELECT c.name, CASE c.starts WHEN 'oldest' THEN '0'::xid8 ELSE pg_snapshot_xmin(pg_current_snapshot()) END, 0
       FROM unnest($1::text[], $2::text[]) AS c(name, starts) ORDER BY c.name ON CONFLICT (name) DO NOTHING`,
    [names, consumers.map(({ startsAt }) => startsAt)],
  );
  const changed = listChanged(consumers, await readKinds(tx, names, ''));
  // A batch of another process may have one of them: its end is waited for, and the next one sees what is written here.
  const locked = await readKinds(tx, [...changed.keys()], 'FOR UPDATE');
  for (const [name, kinds] of listChanged(consumers, locked)) {
    await tx.query('UPDATE event_consumers SET kinds = $2::text[], read_at = clock_timestamp(), given_up_at = NULL WHERE name = $1', [
      name,
      kinds,
    ]);
  }
  const kept = await readKinds(tx, names, '');
  return consumers.filter((consumer) => kept.get(consumer.name)?.some((kind) => !knownBy(consumer).includes(kind))).map(({ name }) => name);
}

async function readKinds(tx: Tx, names: readonly string[], lock: '' | 'FOR UPDATE'): Promise<Map<string, string[]>> {
  if (names.length === 0) return new Map();
  const { rows } = await tx.query<{ name: string; kinds: string[] }>(
    `SELECT name, kinds FROM event_consumers WHERE name = ANY($1::text[]) ORDER BY name ${lock}`,
    [names],
  );
  return new Map(rows.map(({ name, kinds }) => [name, kinds]));
}

/** Returns the kinds of those consumers that have others than are kept: all that this version reads, and what it doesn't know. */
function listChanged(consumers: readonly Reader[], kept: ReadonlyMap<string, readonly string[]>): Map<string, string[]> {
  const changed = new Map<string, string[]>();
  for (const consumer of consumers) {
    const before = kept.get(consumer.name);
    if (before === undefined) continue;
    const known = knownBy(consumer);
    const after = [...kindsOf(consumer), ...before.filter((kind) => !known.includes(kind))];
    if (after.length !== before.length || after.some((kind) => !before.includes(kind))) changed.set(consumer.name, after);
  }
  return changed;
}

/**
 * Makes a log that was loaded into another cluster readable: transaction ids begin anew there, so what is kept would come after everything
 * new. It is moved to the front, in the order of its numbers, and each consumer begins again with the first event that it has not read.
 * Returns false when there was nothing to do, which is always but once.
 */
export async function adoptRestored(tx: Tx): Promise<boolean> {
  const strange = '>= pg_snapshot_xmax(pg_current_snapshot())';
  const { rows } = await tx.query(
    `SELECT 1 WHERE EXISTS (SELECT 1 FROM event_consumers WHERE xid ${strange}) OR EXISTS (SELECT 1 FROM event_log WHERE xid ${strange})`,
  );
  if (rows.length === 0) return false;
  await tx.query('LOCK TABLE event_consumers');
  await tx.query(
    `UPDATE event_consumers c SET xid = '3', id = coalesce(
       (SELECT min(e.id) - 1 FROM event_log e WHERE e.xid ${strange} AND (e.xid, e.id) > (c.xid, c.id)),
       (SELECT max(e.id) FROM event_log e WHERE e.xid ${strange}), 0)
      WHERE c.xid ${strange} OR EXISTS (SELECT 1 FROM event_log e WHERE e.xid ${strange})`,
  );
  await tx.query(`UPDATE event_log SET xid = '3' WHERE xid ${strange}`);
  return true;
}

/** Takes a consumer for this transaction. Null when another process has it, when it waits before its next try, or when a newer version reads more for it. */
export async function lockOffset(tx: Tx, reader: Reader): Promise<ConsumerOffset | null> {
  const { rows } = await tx.query<ConsumerOffset>(
    `SELECT xid::text AS xid, id, singly, attempts FROM event_consumers
      WHERE name = $1 AND kinds <@ $2::text[] AND (retry_at IS NULL OR retry_at <= clock_timestamp()) FOR UPDATE SKIP LOCKED`,
    [reader.name, knownBy(reader)],
  );
  return rows[0] ?? null;
}

/** Takes a consumer for this transaction, after whoever has it: nothing is put aside for it meanwhile, and nothing handled. */
export async function lockConsumer(tx: Tx, name: string): Promise<void> {
  await tx.query('SELECT 1 FROM event_consumers WHERE name = $1 FOR UPDATE', [name]);
}

/**
 * Reads the events after an offset, `limit` events of all kinds at most. It stops below the oldest transaction under way: what that one has written, or
 * will write, comes before whatever younger ones have committed already. The order is that of the numbers, not of the texts that are selected: 999
 * comes before 1000.
 */
export async function readPage(tx: Tx, place: ConsumerOffset, reader: Reader, limit: number): Promise<Page> {
  const kinds = kindsOf(reader);
  const { rows } = await tx.query<EventRow & { is_behind: boolean }>(
    `SELECT xid::text AS xid, id, (extract(epoch FROM at) * 1000)::int8 AS at, kind, user_id, mode,
            CASE WHEN kind = ANY($3::text[]) THEN payload END AS payload,
            $5::text IS NOT NULL AND EXISTS (SELECT 1 FROM event_dead_letters d WHERE d.consumer = $5 AND d.user_id = event_log.user_id) AS is_behind
       FROM event_log WHERE (xid, id) > ($1::xid8, $2::int8) AND xid < pg_snapshot_xmin(pg_current_snapshot())
      ORDER BY event_log.xid, event_log.id LIMIT $4`,
    [place.xid, place.id, kinds, limit, reader.isOrdered === true ? reader.name : null],
  );
  const wanted = rows.filter(({ kind }) => kinds.includes(kind));
  // While events are handled one by one, the page ends with the first that is wanted.
  const last = place.singly > 0 && wanted[0] !== undefined ? wanted[0] : rows.at(-1);
  // A transaction that waited for another one wrote after it, though it began before: what depends on order gets that of the writing, within a page.
  const taken = place.singly > 0 ? wanted.slice(0, 1) : wanted.toSorted(byId);
  return {
    events: taken.filter((row) => !row.is_behind).map(toEvent),
    behind: taken.filter((row) => row.is_behind).map(toEvent),
    end: last === undefined ? null : { xid: last.xid, id: last.id },
    isFull: rows.length === limit || wanted.length > taken.length,
  };
}

const byId = (one: EventRow, other: EventRow) => (BigInt(one.id) < BigInt(other.id) ? -1 : 1);

export function toEvent({ id, at, kind, user_id: userId, mode, payload }: EventRow): StoredEvent {
  return { id, at: Number(at), kind, userId, mode: MODES.find((known) => known === mode) ?? null, payload };
}

/** Moves the place past what was handled. */
export async function commitOffset(tx: Tx, name: string, end: { xid: string; id: string }, handled: number): Promise<void> {
  await tx.query(
    `UPDATE event_consumers SET xid = $2::xid8, id = $3, singly = greatest(0, singly - $4::int4), attempts = 0, retry_at = NULL,
            read_at = greatest(read_at, date_trunc('hour', clock_timestamp())) WHERE name = $1`,
    [name, end.xid, end.id, handled],
  );
}

/** Notes a failure, unless the consumer has been moved since: a batch is tried again one by one, a single event after `waitMs`. */
export async function noteFailure(
  tx: Tx,
  name: string,
  place: ConsumerOffset,
  next: { singly: number; attempts: number; waitMs: number },
): Promise<void> {
  await tx.query(
    `UPDATE event_consumers SET singly = $4, attempts = $5, retry_at = clock_timestamp() + $6::int4 * interval '1 millisecond'
      WHERE name = $1 AND xid = $2::xid8 AND id = $3`,
    [name, place.xid, place.id, next.singly, next.attempts, next.waitMs],
  );
}

/** In how many ms each of the consumers that wait for a next try has it. */
export async function listRetries(tx: Tx, names: readonly string[]): Promise<number[]> {
  const { rows } = await tx.query<{ ms: number }>(
    `SELECT (extract(epoch FROM retry_at - clock_timestamp()) * 1000)::float8 AS ms FROM event_consumers WHERE name = ANY($1::text[]) AND retry_at IS NOT NULL`,
    [names],
  );
  return rows.map(({ ms }) => Math.max(0, ms) + 1);
}

/**
 * What there is to read: `due` have events of their kinds; `isMore` when a page of others alone was full; `isHeldUp` by a transaction under way; `left` are
 * left to a newer version.
 */
export type EventPoll = { due: string[]; isMore: boolean; isHeldUp: boolean; left: string[] };

const XMIN = 'pg_snapshot_xmin(pg_current_snapshot())';

/**
 * Looks at the next page of each consumer, `limit` events of all kinds. Whose page holds nothing of its kinds is moved past it here, all in one
 * statement: most consumers want few kinds, and a transaction each for every page costs more than what is handled.
 */
export async function pollEvents(tx: Tx, consumers: readonly Reader[], limit: number): Promise<EventPoll> {
  const reads = consumers.flatMap((consumer) => knownBy(consumer).map((kind) => ({ name: consumer.name, kind })));
  const isRead = consumers.flatMap((consumer) => knownBy(consumer).map((kind) => kindsOf(consumer).includes(kind)));
  const { rows } = await tx.query<{ name: string; is_due: boolean; is_more: boolean; is_held_up: boolean }>(
    `WITH wanted AS (SELECT w.name, array_agg(w.kind) FILTER (WHERE w.is_read) AS kinds, array_agg(w.kind) AS known
                       FROM unnest($1::text[], $2::text[], $4::boolean[]) AS w(name, kind, is_read) GROUP BY w.name),
     seen AS MATERIALIZED (
       SELECT c.name, c.xid, c.id, c.singly, c.retry_at, page.* FROM event_consumers c JOIN wanted w ON w.name = c.name AND c.kinds <@ w.known CROSS JOIN LATERAL (
         SELECT count(*)::int AS count, coalesce(bool_or(e.kind = ANY(w.kinds)), false) AS has_wanted,
                (array_agg(e.xid ORDER BY e.xid DESC, e.id DESC))[1] AS end_xid, (array_agg(e.id ORDER BY e.xid DESC, e.id DESC))[1] AS end_id
           FROM (SELECT xid, id, kind FROM event_log WHERE (xid, id) > (c.xid, c.id) AND xid < ${XMIN} ORDER BY xid, id LIMIT $3) e) page),
     free AS (
       SELECT c.name FROM event_consumers c JOIN seen s ON s.name = c.name
        WHERE s.count > 0 AND NOT s.has_wanted AND c.xid = s.xid AND c.id = s.id AND c.singly = 0 AND c.retry_at IS NULL
        ORDER BY c.name FOR UPDATE OF c SKIP LOCKED),
     moved AS (UPDATE event_consumers c SET xid = s.end_xid, id = s.end_id FROM seen s JOIN free f ON f.name = s.name WHERE c.name = s.name)
     SELECT s.name, s.count > 0 AND (s.retry_at IS NULL OR s.retry_at <= clock_timestamp())
              AND (s.has_wanted OR s.singly > 0 OR s.retry_at IS NOT NULL) AS is_due,
            s.count = $3 AND s.name IN (SELECT name FROM free) AS is_more, EXISTS (SELECT 1 FROM event_log e WHERE e.xid >= ${XMIN}) AS is_held_up
       FROM seen s`,
    [reads.map(({ name }) => name), reads.map(({ kind }) => kind), limit, isRead],
  );
  const seen = new Set(rows.map(({ name }) => name));
  return {
    left: consumers.flatMap(({ name }) => (seen.has(name) ? [] : [name])),
    due: rows.filter((row) => row.is_due).map(({ name }) => name),
    isMore: rows.some((row) => row.is_more),
    isHeldUp: rows.some((row) => row.is_held_up),
  };
}

/** Returns by how many seconds each consumer is behind: the age of the first event that it has not handled. */
export async function readLags(tx: Tx, names: readonly string[]): Promise<{ name: string; value: number }[]> {
  const { rows } = await tx.query<{ name: string; value: number }>(
    `SELECT c.name, coalesce((SELECT greatest(0, extract(epoch FROM clock_timestamp() - e.at)) FROM event_log e
                               WHERE (e.xid, e.id) > (c.xid, c.id) ORDER BY e.xid, e.id LIMIT 1), 0)::float8 AS value
       FROM event_consumers c WHERE c.name = ANY($1::text[])`,
    [names],
  );
  return rows;
}
