import { shareNotifications } from '../../platform/after-commit';
import type { Tx } from '../../platform/db';
import type { ActionName } from './operators.matrix';
import { findWrites } from './operators.writes';

/** Tables that a statement writes; what only locks rows writes nothing. */
const WRITE =
  /\b(?:INSERT\s+INTO|DELETE\s+FROM|TRUNCATE(?:\s+TABLE)?)\s+([a-z_0-9]+)|(?<!FOR |FOR NO KEY |DO )\bUPDATE\s+(?!SET\b)([a-z_0-9]+)/gi;

/** Returns the tables that a statement writes. */
export function tablesWrittenBy(text: string): string[] {
  return [...text.matchAll(WRITE)].map(([, one, two]) => (one ?? two ?? '').toLowerCase());
}

/**
 * Returns the transaction in which an action runs: a statement that writes another table than the action's row says is an error, and so undoes the action. Balances
 * are written by acts alone that name the journals which they post.
 */
export function guardWrites(tx: Tx, act: ActionName): Tx {
  const { tables = [], journals = [] } = findWrites(act) ?? {};
  const mayWrite = (table: string) => tables.includes(table) || (journals.length > 0 && table.startsWith('ledger_'));
  return shareNotifications(tx, {
    query(text, params) {
      const foreign = tablesWrittenBy(text).find((table) => !mayWrite(table));
      if (foreign !== undefined) throw new Error(`${act} may not write ${foreign}`);
      return tx.query(text, params);
    },
  });
}
