import type { Database, Tx } from './db';
import type { EventConsumer } from './event-kinds';
import type { Logger } from './logger';

const HOUR_MS = 3_600_000;
/** A consumer that nobody has read for so long was left by a version that is gone: two processes that restart one after the other take minutes. */
export const LEFT_MS = 3 * 24 * HOUR_MS;
/** Consumers that are shown at most; there are some twenty. */
const SHOWN_MAX = 200;

/** Times in ms. `isLeft`: nobody has read for it for days, and what it has not read is kept for it. */
export type Reading = {
  name: string;
  kinds: string[];
  readAt: number;
  givenUpAt: number | null;
  lagS: number;
  aside: number;
  isLeft: boolean;
};

/** Notes that these consumers are read, of those whose kinds are all known here. Who is at work just now notes it with its place. */
async function noteReads(tx: Tx, consumers: readonly EventConsumer[]): Promise<void> {
  const known = consumers.flatMap(({ name, kinds, noLonger = [] }) =>
    [...kinds.map((kind) => kind.name), ...noLonger].map((kind) => ({ name, kind })),
  );
  await tx.query(
    `WITH known AS (SELECT name, array_agg(kind) AS kinds FROM unnest($1::text[], $2::text[]) AS k(name, kind) GROUP BY name),
          free AS (SELECT c.name FROM event_consumers c JOIN known k ON k.name = c.name AND c.kinds <@ k.kinds ORDER BY c.name FOR UPDATE OF c SKIP LOCKED)
     UPDATE event_consumers c SET read_at = clock_timestamp() FROM free f WHERE f.name = c.name`,
    [known.map(({ name }) => name), known.map(({ kind }) => kind)],
  );
}

/** Notes every hour that these consumers are read. Returns what ends it. */
export function startNotingReads({ db, log }: { db: Database; log: Logger }, consumers: readonly EventConsumer[]): () => Promise<void> {
  let running = Promise.resolve();
  const note = () => {
    running = db
      .transaction((tx) => noteReads(tx, consumers), { kind: 'work' })
      .catch((error: unknown) => log.warn({ err: error }, 'it was not noted that consumers are read, the next hour tries again'));
  };
  const timer = setInterval(note, HOUR_MS);
  timer.unref();
  note();
  return () => {
    clearInterval(timer);
    return running;
  };
}

/** Returns how each consumer is read, or one of them. `now` in ms. */
export async function listReadings(tx: Tx, { now, name = null }: { now: number; name?: string | null }): Promise<Reading[]> {
  const { rows } = await tx.query<{ name: string; kinds: string[]; read_at: Date; given_up_at: Date | null; lag: number; aside: string }>(
    `SELECT c.name, c.kinds, c.read_at, c.given_up_at, (SELECT count(*) FROM event_dead_letters d WHERE d.consumer = c.name) AS aside,
            coalesce((SELECT greatest(0, extract(epoch FROM clock_timestamp() - e.at)) FROM event_log e
                       WHERE (e.xid, e.id) > (c.xid, c.id) ORDER BY e.xid, e.id LIMIT 1), 0)::float8 AS lag
       FROM event_consumers c WHERE $1::text IS NULL OR c.name = $1 ORDER BY c.name LIMIT $2`,
    [name, SHOWN_MAX],
  );
  return rows.map(({ read_at: readAt, given_up_at: givenUpAt, lag, aside, ...row }) => ({
    ...row,
    ...{ readAt: readAt.getTime(), givenUpAt: givenUpAt?.getTime() ?? null, lagS: Math.floor(lag), aside: Number(aside) },
    isLeft: givenUpAt === null && readAt.getTime() < now - LEFT_MS,
  }));
}

/** Keeps nothing for a consumer any longer that only a newer version reads; a version that knows the rest goes on past it. `at` in ms. */
export async function giveUpConsumer(tx: Tx, { name, at }: { name: string; at: number }): Promise<void> {
  await tx.query(`UPDATE event_consumers SET kinds = '{}', given_up_at = to_timestamp($2::int8 / 1000.0) WHERE name = $1`, [name, at]);
}
