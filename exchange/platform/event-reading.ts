import { MODES } from '../../lib/protocol/wire';
import type { Tx } from './db';
import type { EventConsumer, StoredEvent } from './event-kinds';

/** Where a consumer stands: after which event, and how the last tries went. */
export type Place = { xid: string; id: string; singly: number; attempts: number };
/** Events from a place on. `events` are the wanted ones; `end` is how far they reach, null when there is nothing to read yet. */
export type Page = { events: StoredEvent[]; end: { xid: string; id: string } | null; isFull: boolean };

type Row = { xid: string; id: string; at: string; kind: string; user_id: string | null; mode: string | null; payload: unknown };

/** Gives consumers that never ran a place: before everything that is kept, or before what transactions under way may write. */
export async function openPlaces(tx: Tx, consumers: readonly EventConsumer[]): Promise<void> {
  await tx.query(
    `INSERT INTO event_consumers (name, xid, id)
     SELECT c.name, CASE c.starts WHEN 'oldest' THEN '0'::xid8 ELSE pg_snapshot_xmin(pg_current_snapshot()) END, 0
       FROM unnest($1::text[], $2::text[]) AS c(name, starts) ORDER BY c.name ON CONFLICT (name) DO NOTHING`,
    [consumers.map(({ name }) => name), consumers.map(({ startsAt }) => startsAt)],
  );
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

/** Takes a consumer for this transaction. Null when another process has it, or when it waits before its next try. */
export async function lockPlace(tx: Tx, name: string): Promise<Place | null> {
  const { rows } = await tx.query<Place>(
    `SELECT xid::text AS xid, id, singly, attempts FROM event_consumers
      WHERE name = $1 AND (retry_at IS NULL OR retry_at <= clock_timestamp()) FOR UPDATE SKIP LOCKED`,
    [name],
  );
  return rows[0] ?? null;
}

/**
 * Reads on from a place, `limit` events of all kinds at most. It stops below the oldest transaction under way: what that one has written, or
 * will write, comes before whatever younger ones have committed already.
 */
export async function readPage(tx: Tx, place: Place, kinds: readonly string[], limit: number): Promise<Page> {
  const { rows } = await tx.query<Row>(
    `SELECT xid::text AS xid, id, (extract(epoch FROM at) * 1000)::int8 AS at, kind, user_id, mode,
            CASE WHEN kind = ANY($3::text[]) THEN payload END AS payload
       FROM event_log WHERE (xid, id) > ($1::xid8, $2::int8) AND xid < pg_snapshot_xmin(pg_current_snapshot())
      ORDER BY xid, id LIMIT $4`,
    [place.xid, place.id, kinds, limit],
  );
  const wanted = rows.filter(({ kind }) => kinds.includes(kind));
  // While events are handled one by one, the page ends with the first that is wanted.
  const last = place.singly > 0 && wanted[0] !== undefined ? wanted[0] : rows.at(-1);
  const events = (place.singly > 0 ? wanted.slice(0, 1) : wanted).map(toEvent);
  return {
    events,
    end: last === undefined ? null : { xid: last.xid, id: last.id },
    isFull: rows.length === limit || wanted.length > events.length,
  };
}

function toEvent({ id, at, kind, user_id: userId, mode, payload }: Row): StoredEvent {
  return { id, at: Number(at), kind, userId, mode: MODES.find((known) => known === mode) ?? null, payload };
}

/** Moves the place past what was handled. */
export async function movePlace(tx: Tx, name: string, end: { xid: string; id: string }, handled: number): Promise<void> {
  await tx.query(
    `UPDATE event_consumers SET xid = $2::xid8, id = $3, singly = greatest(0, singly - $4::int4), attempts = 0, retry_at = NULL WHERE name = $1`,
    [name, end.xid, end.id, handled],
  );
}

/** Notes a failure, unless the consumer has been moved since: a batch is tried again one by one, a single event after `waitMs`. */
export async function noteFailure(
  tx: Tx,
  name: string,
  place: Place,
  next: { singly: number; attempts: number; waitMs: number },
): Promise<void> {
  await tx.query(
    `UPDATE event_consumers SET singly = $4, attempts = $5, retry_at = clock_timestamp() + $6::int4 * interval '1 millisecond'
      WHERE name = $1 AND xid = $2::xid8 AND id = $3`,
    [name, place.xid, place.id, next.singly, next.attempts, next.waitMs],
  );
}

/** Keeps an event that a consumer goes past. */
export async function insertDeadLetter(
  tx: Tx,
  letter: { consumer: string; event: StoredEvent; error: string; attempts: number },
): Promise<void> {
  const { consumer, event, error, attempts } = letter;
  await tx.query(
    `INSERT INTO event_dead_letters (consumer, id, at, kind, user_id, mode, payload, error, attempts)
     VALUES ($1, $2, to_timestamp($3::int8 / 1000.0), $4, $5, $6, $7::json, $8, $9) ON CONFLICT (consumer, id) DO NOTHING`,
    [consumer, event.id, event.at, event.kind, event.userId, event.mode, JSON.stringify(event.payload), error, attempts],
  );
}

/** Says which consumers have something to read, and whether there is more that can't be read before a transaction under way has ended. */
export async function lookForEvents(tx: Tx, names: readonly string[]): Promise<{ due: string[]; isHeldUp: boolean }> {
  const { rows } = await tx.query<{ name: string; is_due: boolean; is_held_up: boolean }>(
    `SELECT c.name, (c.retry_at IS NULL OR c.retry_at <= clock_timestamp()) AND EXISTS (
              SELECT 1 FROM event_log e WHERE (e.xid, e.id) > (c.xid, c.id) AND e.xid < pg_snapshot_xmin(pg_current_snapshot())) AS is_due,
            EXISTS (SELECT 1 FROM event_log e WHERE e.xid >= pg_snapshot_xmin(pg_current_snapshot())) AS is_held_up
       FROM event_consumers c WHERE c.name = ANY($1::text[])`,
    [names],
  );
  return { due: rows.filter((row) => row.is_due).map(({ name }) => name), isHeldUp: rows.some((row) => row.is_held_up) };
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

/** Returns how many events each consumer went past. */
export async function countDeadLetters(tx: Tx, names: readonly string[]): Promise<{ name: string; value: number }[]> {
  const { rows } = await tx.query<{ name: string; value: number }>(
    `SELECT c.name, (SELECT count(*) FROM event_dead_letters d WHERE d.consumer = c.name)::float8 AS value
       FROM event_consumers c WHERE c.name = ANY($1::text[])`,
    [names],
  );
  return rows;
}

/** Takes an event that a consumer went past, for this transaction; null when there is none. */
export async function lockDeadLetter(tx: Tx, { consumer, id }: { consumer: string; id: string }): Promise<StoredEvent | null> {
  const { rows } = await tx.query<Row>(
    `SELECT id, (extract(epoch FROM at) * 1000)::int8 AS at, kind, user_id, mode, payload FROM event_dead_letters
      WHERE consumer = $1 AND id = $2 FOR UPDATE`,
    [consumer, id],
  );
  return rows[0] === undefined ? null : toEvent(rows[0]);
}

export async function deleteDeadLetter(tx: Tx, { consumer, id }: { consumer: string; id: string }): Promise<void> {
  await tx.query('DELETE FROM event_dead_letters WHERE consumer = $1 AND id = $2', [consumer, id]);
}
