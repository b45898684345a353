import type { Database, Row, Tx } from '../../exchange/platform/db';

/** Returns a database in which `pass` is called while a transaction waits for the lock of a row of a table: for what must be read after it. */
export function passWhileLocking(db: Database, table: string, pass: () => void): Database {
  const watch = <T extends Tx>(tx: T): T => ({
    ...tx,
    async query<R extends Row = Row>(text: string, params?: readonly unknown[]) {
      const result = await tx.query<R>(text, params);
      if (text.includes(table) && text.includes('FOR UPDATE')) pass();
      return result;
    },
  });
  return { ...db, transaction: (run, options) => db.transaction((tx) => run(watch(tx)), options) };
}
