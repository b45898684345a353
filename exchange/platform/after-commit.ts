import type { Database, Tx } from './db';

/** What a transaction may leave for others to do, once it is committed. */
export type Topic = 'events' | 'jobs' | 'sessions';

const left = new WeakMap<Tx, Set<Topic>>();
const listeners = new WeakMap<Database, Map<Topic, Set<() => void>>>();

/** Notes that this transaction leaves something, for whoever watches the database. */
export function notifyAfterCommit(tx: Tx, topic: Topic): void {
  const topics = left.get(tx);
  if (topics === undefined) left.set(tx, new Set([topic]));
  else topics.add(topic);
}

/** Returns `standIn` for a transaction: what is noted of either is left by both. */
export function shareNotifications(tx: Tx, standIn: Tx): Tx {
  const topics = left.get(tx) ?? new Set();
  left.set(tx, topics);
  left.set(standIn, topics);
  return standIn;
}

/** Returns the database such that `onCommitted` hears of its commits. */
export function watchCommits(db: Database): Database {
  const heard = new Map<Topic, Set<() => void>>();
  const watched: Database = {
    ...db,
    async transaction(run, options) {
      let last: Tx | null = null;
      const result = await db.transaction((tx) => {
        last = tx;
        return run(tx);
      }, options);
      const topics = last === null ? undefined : left.get(last);
      for (const topic of topics ?? []) for (const listener of heard.get(topic) ?? []) listener();
      return result;
    },
  };
  listeners.set(watched, heard);
  return watched;
}

/** Calls back after each commit of this process that left something. Returns the function that ends it; nothing is heard of a database that isn't watched. */
export function onCommitted(db: Database, topic: Topic, listener: () => void): () => void {
  const heard = listeners.get(db);
  if (heard === undefined) return () => undefined;
  const own = heard.get(topic) ?? new Set();
  heard.set(topic, own.add(listener));
  return () => void own.delete(listener);
}
