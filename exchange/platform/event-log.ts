import { notifyAfterCommit } from './after-commit';
import type { Tx } from './db';
import type { NewEvent } from './event-kinds';

const COLUMNS = 'at, kind, user_id, mode, payload';
const select = (first: number) => {
  const of = (index: number, type: string) => `$${first + index}::${type}[]`;
  const columns = [of(0, 'int8'), of(1, 'text'), of(2, 'text'), of(3, 'text'), of(4, 'text')].join(', ');
  return `SELECT to_timestamp(e.at / 1000.0), e.kind, nullif(e.user_id, '')::int8, nullif(e.mode, ''), e.payload::json
            FROM unnest(${columns}) WITH ORDINALITY AS e(${COLUMNS}, n) ORDER BY e.n`;
};

function toParams(events: readonly NewEvent[]): unknown[] {
  return [
    events.map(({ at }) => String(at)),
    events.map(({ kind }) => kind),
    events.map(({ userId }) => userId ?? ''),
    events.map(({ mode }) => mode ?? ''),
    events.map(({ payload }) => JSON.stringify(payload)),
  ];
}

/** Writes events in the transaction of their effect, in their order. One statement; none when there are no events. */
export async function appendEvents(tx: Tx, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return;
  notifyAfterCommit(tx, 'events');
  await tx.query(`INSERT INTO event_log (${COLUMNS}) ${select(1)}`, toParams(events));
}

/** Runs a statement that begins without WITH, and writes events beside it: no round trip more than without them. */
export function queryWithEvents(tx: Tx, text: string, params: readonly unknown[], events: readonly NewEvent[]) {
  if (events.length === 0) return tx.query(text, params);
  notifyAfterCommit(tx, 'events');
  const first = params.length + 1;
  return tx.query(`WITH events AS (INSERT INTO event_log (${COLUMNS}) ${select(first)}) ${text}`, [...params, ...toParams(events)]);
}
