import type { Database, Tx } from './db';

/** Subjects of notifications that follow a commit. */
export type Topic = 'events' | 'jobs' | 'sessions';

const left = new WeakMap<Tx, Set<Topic>>();
const listeners = new WeakMap<Database, Map<Topic, Set<() => void>>>();

/** Notifies the `onCommitted` listeners of a topic once this transaction is committed. */
export function notifyAfterCommit(tx: Tx, topic: Topic): void {
  const topics = left.get(tx);
  if (topics === undefined) left.set(tx, new Set([topic]));
  else topics.add(topic);
}

/** Returns `standIn`, a wrapper of a transaction, with the same set of notifications: what either records, both send. */
export function shareNotifications(tx: Tx, standIn: Tx): Tx {
  const topics = left.get(tx) ?? new Set();
  left.set(tx, topics);
  left.set(standIn, topics);
  return standIn;
}

/** Returns a wrapper of the database whose commits reach the listeners of `onCommitted`. */
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

/** Calls `listener` after each commit of this process that notifies the topic. Returns the function that unsubscribes; a database without `watchCommits` sends nothing. */
export function onCommitted(db: Database, topic: Topic, listener: () => void): () => void {
  const heard = listeners.get(db);
  if (heard === undefined) return () => undefined;
  const own = heard.get(topic) ?? new Set();
  heard.set(topic, own.add(listener));
  return () => void own.delete(listener);
}
