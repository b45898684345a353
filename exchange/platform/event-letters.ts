import type { Tx } from './db';
import type { StoredEvent } from './event-kinds';
import { type EventRow, toEvent } from './event-offsets';

/** An event that was put aside for a consumer. */
export type LetterName = { consumer: string; id: string };
/** `attempts`: how often the consumer failed at it; 0: it waits behind an earlier one of its user. */
export type Letter = StoredEvent & { attempts: number };

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

/** Keeps events behind what was put aside of their users before; some hundred, in one statement. */
export async function putBehind(tx: Tx, consumer: string, events: readonly StoredEvent[]): Promise<void> {
  await tx.query(
    `INSERT INTO event_dead_letters (consumer, id, at, kind, user_id, mode, payload, error, attempts)
     SELECT $1, e.id, to_timestamp(e.at / 1000.0), e.kind, e.user_id, nullif(e.mode, ''), e.payload::json,
            'waits behind event ' || (SELECT min(d.id) FROM event_dead_letters d WHERE d.consumer = $1 AND d.user_id = e.user_id) || ' of the same user', 0
       FROM unnest($2::int8[], $3::int8[], $4::text[], $5::int8[], $6::text[], $7::text[]) AS e(id, at, kind, user_id, mode, payload)
     ON CONFLICT (consumer, id) DO NOTHING`,
    [
      consumer,
      events.map(({ id }) => id),
      events.map(({ at }) => at),
      events.map(({ kind }) => kind),
      events.map(({ userId }) => userId),
      events.map(({ mode }) => mode ?? ''),
      events.map(({ payload }) => JSON.stringify(payload)),
    ],
  );
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

const COLUMNS = 'id, (extract(epoch FROM at) * 1000)::int8 AS at, kind, user_id, mode, payload, attempts';
type Row = EventRow & { attempts: number };
const toLetter = (row: Row): Letter => ({ ...toEvent(row), attempts: row.attempts });

/** Takes an event that a consumer went past, for this transaction; null when there is none. */
export async function lockDeadLetter(tx: Tx, { consumer, id }: LetterName): Promise<Letter | null> {
  const { rows } = await tx.query<Row>(`SELECT ${COLUMNS} FROM event_dead_letters WHERE consumer = $1 AND id = $2 FOR UPDATE`, [
    consumer,
    id,
  ]);
  return rows[0] === undefined ? null : toLetter(rows[0]);
}

/** Returns what was put aside of a user, in the order in which it was written. */
export async function listLettersOf(
  tx: Tx,
  { consumer, userId, limit }: { consumer: string; userId: string; limit: number },
): Promise<Letter[]> {
  const { rows } = await tx.query<Row>(
    `SELECT ${COLUMNS} FROM event_dead_letters WHERE consumer = $1 AND user_id = $2 ORDER BY id LIMIT $3`,
    [consumer, userId, limit],
  );
  return rows.map(toLetter);
}

export async function deleteDeadLetters(tx: Tx, consumer: string, ids: readonly string[]): Promise<void> {
  await tx.query('DELETE FROM event_dead_letters WHERE consumer = $1 AND id = ANY($2::int8[])', [consumer, ids]);
}
