import type { Writable } from 'node:stream';
import type { PoolClient, QueryConfig } from 'pg';
import { type Row, type ScriptTx, throwIfPastDeadline, toDriverParams, type TransactionOptions } from './db';
import { isParameterRefused } from './postgres-errors';
import { StatementNames } from './prepared-statements';
import type { WorkLimits } from './work-limits';

/** The server cancels a statement at its limit; where even that doesn't come through, the line is taken for dead this much later. */
const READ_MARGIN_MS = 500;
const names = new StatementNames();
/**
 * `end`: from then on nothing is asked. What goes on beside a failure would commit by itself after the ROLLBACK. `findFailure` is the error of the statement that
 * failed first: those sent together with it fail for its sake, and who waits for them may hear of it first. `findRefused` names a prepared statement whose
 * parameter was refused: it keeps the types from when it was prepared, and a migration may have widened its columns since.
 */
export type OpenTransaction = { tx: ScriptTx; end(): void; findFailure(): unknown; findRefused(): string | null };

/** The driver takes a limit with each statement (ms); its types don't know of it. */
export function ask<R extends Row = Row>(client: PoolClient, statement: QueryConfig & { query_timeout: number }) {
  sendTogether(client);
  return client.query<R>(statement);
}

/** What is asked in one turn of the event loop goes to the server in one write: each write is a system call, and wakes the server's process. */
function sendTogether(client: PoolClient): void {
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection;
  if (stream.writableCorked > 0) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

export function readTimeoutOf({ statementMs }: WorkLimits): number {
  return statementMs + READ_MARGIN_MS;
}

/**
 * What a transaction asks without waiting in between goes to the server together and is answered in its order. Each statement has its own limit there;
 * here it may take as long as all that were asked before it. `begun`: the answer of BEGIN, which may come
 * later than the first statements are sent. The texts in `unprepared` are parsed anew; one that then goes through is prepared anew from then on.
 */
export function wrapClient(
  client: PoolClient,
  limits: WorkLimits,
  { deadline, unprepared, begun }: { deadline: TransactionOptions['deadline']; unprepared: ReadonlySet<string>; begun: Promise<unknown> },
): OpenTransaction {
  let refused: string | null = null;
  let failure: unknown;
  let asked = 0;
  let isOpen = true;
  const run = async <R extends Row>(statement: QueryConfig) => {
    if (!isOpen) throw new Error('the transaction has ended');
    throwIfPastDeadline(deadline);
    asked += 1;
    try {
      const answer = ask<R>(client, { ...statement, query_timeout: asked * limits.statementMs + READ_MARGIN_MS });
      // In the order of the answers. Where BEGIN failed its reason counts, not what became of the statements behind it.
      answer.catch((error: unknown) => (failure ??= error));
      await begun;
      return await answer;
    } finally {
      asked -= 1;
    }
  };
  const tx: ScriptTx = {
    async query<R extends Row = Row>(text: string, params: readonly unknown[] = []) {
      const name = unprepared.has(text) ? undefined : names.find(text);
      const asking = run<R & Row>({ text, values: toDriverParams(params), ...(name !== undefined && { name }) });
      const result = await asking.catch((error: unknown) => {
        if (name !== undefined && isParameterRefused(error)) refused ??= text;
        throw error;
      });
      if (unprepared.has(text)) names.renew(text);
      return { rows: result.rows as R[], rowCount: result.rowCount ?? 0 };
    },
    async script(text) {
      await run({ text });
    },
  };
  return { tx, end: () => (isOpen = false), findFailure: () => failure, findRefused: () => refused };
}
