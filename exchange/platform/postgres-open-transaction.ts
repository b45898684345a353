import type { PoolClient, QueryConfig } from 'pg';
import { type Row, type ScriptTx, throwIfPastDeadline, toDriverParams, type TransactionOptions } from './db';
import { StatementNames } from './prepared-statements';
import type { WorkLimits } from './work-limits';

/** The server cancels a statement at its limit; where even that doesn't come through, the line is taken for dead this much later. */
const READ_MARGIN_MS = 500;
const names = new StatementNames();
/** `end`: from then on nothing is asked. What goes on beside a failure would commit by itself after the ROLLBACK. */
export type OpenTransaction = { tx: ScriptTx; end(): void };

/** The driver takes a limit with each statement (ms); its types don't know of it. */
export function ask<R extends Row = Row>(client: PoolClient, statement: QueryConfig & { query_timeout: number }) {
  return client.query<R>(statement);
}

export function readTimeoutOf({ statementMs }: WorkLimits): number {
  return statementMs + READ_MARGIN_MS;
}

/**
 * What a transaction asks without waiting in between goes to the server together and is answered in its order. Each statement has its own limit there;
 * here it may take as long as all that were asked before it.
 */
export function wrapClient(client: PoolClient, limits: WorkLimits, deadline: TransactionOptions['deadline']): OpenTransaction {
  let asked = 0;
  let isOpen = true;
  const run = async <R extends Row>(statement: QueryConfig) => {
    if (!isOpen) throw new Error('the transaction has ended');
    throwIfPastDeadline(deadline);
    asked += 1;
    try {
      return await ask<R>(client, { ...statement, query_timeout: asked * limits.statementMs + READ_MARGIN_MS });
    } finally {
      asked -= 1;
    }
  };
  const tx: ScriptTx = {
    async query<R extends Row = Row>(text: string, params: readonly unknown[] = []) {
      const name = names.find(text);
      const result = await run<R & Row>({ text, values: toDriverParams(params), ...(name !== undefined && { name }) });
      return { rows: result.rows as R[], rowCount: result.rowCount ?? 0 };
    },
    async script(text) {
      await run({ text });
    },
  };
  return { tx, end: () => (isOpen = false) };
}
