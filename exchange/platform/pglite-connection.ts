import { type messages, type PGlite, protocol } from '@electric-sql/pglite';
import { monotonicNow } from './clock';
import { RESULT_CHANGED, RetryTransaction, type Row, sqlStateOf } from './db';
import { type Answer, type Column, countChanged, readAnswer } from './pglite-answers';
import { TABLE_SIZES, TableGrowth } from './prepared-statements';

type Statement = { name: string; encoders: readonly Encode[]; columns: readonly Column[] };
type Encode = (value: unknown) => string;
type TableSize = { id: string; bytes: string };
export type QueryResult<R extends Row> = { rows: R[]; rowCount: number };

/** Statements that stay prepared, the ones used last. The whole product has a few hundred. */
const STATEMENTS_MAX = 400;

/**
 * The one connection of the embedded database, in the database's own protocol. A statement is parsed, analysed and planned at its first use and then
 * costs one call into WebAssembly; the package's own `query` makes six and plans each time. Answers never leave the turn of the event loop.
 */
export class PgliteConnection {
  readonly #pglite: PGlite;
  readonly #statements = new Map<string, Statement>();
  #prepared = 0;
  readonly #growth = new TableGrowth();
  #isClosed = false;

  constructor(pglite: PGlite) {
    this.#pglite = pglite;
  }

  /**
   * Runs one statement, with its parameters in the order of their numbers.
   * @throws RetryTransaction when its columns have changed since it was prepared; the database's own error otherwise
   */
  query<R extends Row>(text: string, params: readonly unknown[]): QueryResult<R> {
    const statement = this.#find(text) ?? this.#prepare(text);
    const values = params.map((value, index) => encode(statement.encoders[index], value));
    const { serialize } = protocol;
    const parts = [serialize.bind({ statement: statement.name, values }), serialize.execute({}), serialize.sync()];
    try {
      const { rows, messages } = this.#ask<R>(parts, statement.columns);
      return { rows, rowCount: rows.length > 0 ? rows.length : countChanged(messages) };
    } catch (error) {
      if (sqlStateOf(error) !== RESULT_CHANGED) throw error;
      this.#forget(text, statement);
      throw new RetryTransaction('the columns of a prepared statement have changed');
    }
  }

  /** Runs a text of several statements without parameters. Returns what the last of them did, as `COMMIT` does where it rolled back. */
  script(text: string): string {
    const done = this.#ask([protocol.serialize.query(text)]).messages.filter((message) => message.name === 'commandComplete');
    return (done.at(-1) as messages.CommandCompleteMessage | undefined)?.text ?? '';
  }

  /** Ends the database. Nothing is asked from then on. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#pglite.close();
  }

  /** Drops what was planned for tables that have grown since. Between transactions, so that it stands in none that failed. */
  dropOldPlans(): void {
    if (!this.#isClosed && this.#growth.isDue(monotonicNow()) && this.#growth.note(this.query<TableSize>(TABLE_SIZES, []).rows))
      this.script('DISCARD PLANS');
  }

  #find(text: string): Statement | null {
    const found = this.#statements.get(text);
    if (found === undefined) return null;
    this.#statements.delete(text);
    this.#statements.set(text, found);
    return found;
  }

  #prepare(text: string): Statement {
    const { serialize } = protocol;
    this.#prepared += 1;
    const name = `s${this.#prepared}`;
    const { messages: answers } = this.#ask([serialize.parse({ name, text }), serialize.describe({ type: 'S', name }), serialize.sync()]);
    const types = answers.find((message) => message.name === 'parameterDescription') as messages.ParameterDescriptionMessage;
    const row = answers.find((message) => message.name === 'rowDescription') as messages.RowDescriptionMessage | undefined;
    const { serializers, parsers } = this.#pglite;
    const statement = {
      name,
      encoders: types.dataTypeIDs.map((type): Encode => serializers[type] ?? String),
      columns: (row?.fields ?? []).map(({ name, dataTypeID }) => {
        const parse = parsers[dataTypeID];
        return { name, parse: parse === undefined ? asText : (value: string) => parse(value, dataTypeID) };
      }),
    };
    for (const [oldest, unused] of this.#statements) {
      if (this.#statements.size < STATEMENTS_MAX) break;
      this.#forget(oldest, unused);
    }
    this.#statements.set(text, statement);
    return statement;
  }

  #forget(text: string, { name }: Statement): void {
    this.#statements.delete(text);
    this.#ask([protocol.serialize.close({ type: 'S', name }), protocol.serialize.sync()]);
  }

  /** @throws the database's error */
  #ask<R extends Row>(parts: readonly Uint8Array[], columns: readonly Column[] = []): Answer<R> {
    if (this.#isClosed) throw new Error('the database is closed');
    const answer = readAnswer<R>(this.#pglite.execProtocolRawSync(join(parts)), columns);
    const failed = answer.messages.find((message) => message.name === 'error');
    if (failed !== undefined) throw failed;
    return answer;
  }
}

const asText = (text: string): string => text;

function encode(by: Encode | undefined, value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return by === undefined ? String(value) : by(value);
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.byteLength, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.byteLength;
  }
  return whole;
}
