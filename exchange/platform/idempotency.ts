import type { Mode } from '../../lib/protocol/wire';
import { monotonicNow } from './clock';
import { CommitOutcomeUnknown, type Database, DeadlineExceeded, RetryTransaction, type Tx } from './db';
import { DomainError } from './domain-error';
import { hashText } from './ids';
import type { RetentionRule } from './retention';
import { WRITE_DEADLINE_MS } from './work-limits';

/** A request counts once per user, mode and call. */
export type RequestKey = { userId: string; mode: Mode; call: string; requestId: string };
export type StoredRequest = { inputHash: string; answer: unknown };

/** A repeated request is recognised for so long. The app repeats one within minutes; a week is room for whoever writes programs. */
export const REQUESTS_KEPT_MS = 7 * 86_400_000;

/** Answers are forgotten with their requests. */
export const requestRetention: RetentionRule = {
  name: 'idempotency_keys',
  keptMs: REQUESTS_KEPT_MS,
  async remove(tx, { before, limit }) {
    const { rowCount } = await tx.query(
      `DELETE FROM idempotency_keys WHERE ctid = ANY(ARRAY(
         SELECT ctid FROM idempotency_keys WHERE created_at < to_timestamp($1::int8 / 1000.0) LIMIT $2))`,
      [before, limit],
    );
    return rowCount;
  },
};

/** Stands where the input's hash stands, and is none: whatever arrives under a barred number has other input. */
const BARRED = 'barred'.padEnd(64, '-');

/** Returns the hash by which a repeated request is recognised; the order of an object's keys does not count. */
export function hashInput(input: unknown): string {
  return hashText(JSON.stringify(input, (_key, value: unknown) => sortKeys(value)));
}

function sortKeys(value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Returns what is stored under each key, in the order of the keys; null where the request is new. One statement. */
export async function findStored(tx: Tx, keys: readonly RequestKey[]): Promise<(StoredRequest | null)[]> {
  if (keys.length === 0) return [];
  const { rows } = await tx.query<{ n: number; input_hash: string; answer: unknown }>(
    `SELECT k.n::int AS n, i.input_hash, i.answer
       FROM unnest($1::int8[], $2::text[], $3::text[], $4::text[]) WITH ORDINALITY AS k(user_id, mode, call, request_id, n)
       JOIN idempotency_keys i USING (user_id, mode, call, request_id)`,
    [keys.map((key) => key.userId), keys.map((key) => key.mode), keys.map((key) => key.call), keys.map((key) => key.requestId)],
  );
  const found = new Map(rows.map((row) => [row.n, { inputHash: row.input_hash, answer: row.answer }]));
  return keys.map((_, index) => found.get(index + 1) ?? null);
}

/**
 * Stores answers in the transaction of their effects. One statement, in the order of the keys: two transactions with the same requests wait for
 * each other at the first of them.
 * @throws RetryTransaction when another transaction stored one of the keys meanwhile
 */
export async function store(tx: Tx, rows: readonly (RequestKey & StoredRequest)[]): Promise<void> {
  if (rows.length === 0) return;
  const { rowCount } = await tx.query(
    `INSERT INTO idempotency_keys (user_id, mode, call, request_id, input_hash, answer)
     SELECT k.user_id, k.mode, k.call, k.request_id, k.input_hash, k.answer::json
       FROM unnest($1::int8[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[]) AS k(user_id, mode, call, request_id, input_hash, answer)
      ORDER BY k.user_id, k.mode, k.call, k.request_id
     ON CONFLICT DO NOTHING RETURNING 1`,
    [
      rows.map((row) => row.userId),
      rows.map((row) => row.mode),
      rows.map((row) => row.call),
      rows.map((row) => row.requestId),
      rows.map((row) => row.inputHash),
      rows.map((row) => JSON.stringify(row.answer)),
    ],
  );
  if (rowCount !== rows.length) throw new RetryTransaction('a request with the same number was stored meanwhile');
}

/** A request that somebody made, and by what a repeated one is recognised. */
export type NumberedRequest = RequestKey & { inputHash: string };
/**
 * What is known of a command before it is run. `answered`: it was done before. `other-input`: its number was used for something else. `repeat`: the
 * same stands earlier in the batch, and was done.
 */
export type Known = { kind: 'answered'; answer: unknown } | { kind: 'other-input' } | { kind: 'repeat' };

/**
 * The requests of commands that share a transaction, one by each index: every one has one effect and one answer, however often it comes. A refusal
 * isn't stored, so that it may be tried again.
 */
export class BatchRequests {
  readonly #asked: readonly (NumberedRequest | null)[];
  readonly #stored: readonly (StoredRequest | null)[];
  readonly #accepted = new Map<string, number>();
  readonly #repeats = new Map<number, number>();

  private constructor(asked: readonly (NumberedRequest | null)[], stored: readonly (StoredRequest | null)[]) {
    this.#asked = asked;
    this.#stored = stored;
  }

  /** Reads what was answered before, in one statement; null stands for a command that is nobody's request. */
  static async read(tx: Tx, asked: readonly (NumberedRequest | null)[]): Promise<BatchRequests> {
    const numbered = asked.filter((request) => request !== null);
    const found = await findStored(tx, numbered);
    return new BatchRequests(
      asked,
      asked.map((request) => (request === null ? null : (found.shift() ?? null))),
    );
  }

  /** Returns what has no stored answer. */
  fresh<Command>(commands: readonly Command[]): Command[] {
    return commands.filter((_, index) => this.#stored[index] == null);
  }

  /** Null: nothing is known, so it is to be run. */
  find(index: number): Known | null {
    const request = this.#asked[index];
    if (request == null) return null;
    const stored = this.#stored[index];
    if (stored != null)
      return stored.inputHash === request.inputHash ? { kind: 'answered', answer: stored.answer } : { kind: 'other-input' };
    const earlier = this.#accepted.get(nameOf(request));
    if (earlier === undefined) return null;
    if (this.#asked[earlier]?.inputHash !== request.inputHash) return { kind: 'other-input' };
    this.#repeats.set(index, earlier);
    return { kind: 'repeat' };
  }

  /** Notes that a command has its effect in this transaction. */
  accept(index: number): void {
    const request = this.#asked[index];
    if (request != null) this.#accepted.set(nameOf(request), index);
  }

  /** Stores the answers of what was accepted. @throws RetryTransaction when another transaction stored one of them meanwhile */
  async store(tx: Tx, answerOf: (index: number) => unknown): Promise<void> {
    const done = [...this.#accepted.values()].flatMap((index) => {
      const request = this.#asked[index];
      return request == null ? [] : [{ ...request, answer: answerOf(index) }];
    });
    await store(tx, done);
  }

  /** Gives each repeat what the first one got. */
  settleRepeats<Outcome>(outcomes: Outcome[]): void {
    for (const [index, of] of this.#repeats) outcomes[index] = outcomes[of] as Outcome;
  }
}

function nameOf({ userId, mode, call, requestId }: RequestKey): string {
  return [userId, mode, call, requestId].join('|');
}

/**
 * Runs a write once: the same request with the same input answers as the first time, also when both come at once.
 * A refusal (a thrown error) is not stored, since the transaction has no effect then.
 * @throws DUPLICATE_REQUEST when the request number was used with other input
 */
export async function runOnce<T>(tx: Tx, request: RequestKey & { input: unknown }, run: () => Promise<T>): Promise<T> {
  const { userId, mode, call, requestId } = request;
  const asked: NumberedRequest = { userId, mode, call, requestId, inputHash: hashInput(request.input) };
  // The same request at the same time waits here for the first one, and then finds its answer instead of doing its work again.
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [nameOf(asked)]);
  const requests = await BatchRequests.read(tx, [asked]);
  const known = requests.find(0);
  if (known?.kind === 'answered') return known.answer as T;
  if (known !== null) throw new DomainError('DUPLICATE_REQUEST');
  const answer = await run();
  requests.accept(0);
  await requests.store(tx, () => answer);
  return answer;
}

/**
 * Runs a user's write once in a transaction of its own, within `WRITE_DEADLINE_MS` or not at all.
 * @throws DUPLICATE_REQUEST, and what `toWriteRefusal` says
 */
export async function transactOnce<T>(db: Database, request: RequestKey & { input: unknown }, run: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await db.transaction((tx) => runOnce(tx, request, () => run(tx)), { deadline: monotonicNow() + WRITE_DEADLINE_MS });
  } catch (error) {
    throw toWriteRefusal(error);
  }
}

/** Returns NOT_DONE_IN_TIME for what certainly wasn't done, REQUEST_PENDING for what nobody knows, any other error as it is. */
export function toWriteRefusal(error: unknown): unknown {
  if (error instanceof DeadlineExceeded) return new DomainError('NOT_DONE_IN_TIME', { cause: error });
  if (error instanceof CommitOutcomeUnknown) return new DomainError('REQUEST_PENDING', { cause: error });
  return error;
}

/** Says whether a request took effect (`done`), never will (`barred`), or neither so far (`none`). One statement. */
export async function readOutcome(tx: Tx, key: RequestKey): Promise<'done' | 'barred' | 'none'> {
  const [stored] = await findStored(tx, [key]);
  if (stored == null) return 'none';
  return stored.inputHash === BARRED ? 'barred' : 'done';
}

/**
 * Takes the number of a request that has not taken effect, in a transaction of its own: from its commit on the request is refused with
 * DUPLICATE_REQUEST, however late it arrives. `done` when it took effect before; then nothing is changed.
 * @throws what `toWriteRefusal` says
 */
export async function barRequest(db: Database, key: RequestKey): Promise<'done' | 'barred'> {
  try {
    return await db.transaction(
      async (tx) => {
        const outcome = await readOutcome(tx, key);
        if (outcome === 'none') await store(tx, [{ ...key, inputHash: BARRED, answer: null }]);
        return outcome === 'none' ? 'barred' : outcome;
      },
      { deadline: monotonicNow() + WRITE_DEADLINE_MS },
    );
  } catch (error) {
    throw toWriteRefusal(error);
  }
}
