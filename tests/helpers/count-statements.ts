import type { Database, Tx } from '../../exchange/platform/db';

/** Returns the same database with a list of the statements that were sent to it: `BEGIN` and `COMMIT` are those of transactions. */
export function countStatements(db: Database): { db: Database; sent: string[] } {
  const sent: string[] = [];
  const watch = <T extends Tx>(tx: T): T => ({
    ...tx,
    query: (text: string, params?: readonly unknown[]) => {
      sent.push(text);
      return tx.query(text, params);
    },
  });
  const watched: Database = {
    ...db,
    read: watch(db.read),
    long: watch(db.long),
    async transaction(run, options) {
      sent.push('BEGIN');
      const answer = await db.transaction((tx) => run(watch(tx)), options);
      sent.push('COMMIT');
      return answer;
    },
  };
  return { db: watched, sent };
}
