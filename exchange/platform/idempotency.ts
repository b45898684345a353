import type { Mode } from '../../lib/protocol/wire';
import { monotonicNow } from './clock';
import { CommitOutcomeUnknown, type Database, NotDoneInTime, RetryTransaction, type Tx } from './db';
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

/**
 * Runs a write once: the same request with the same input answers as the first time, also when both come at once.
 * A refusal (a thrown error) is not stored, since the transaction has no effect then.
 * @throws DUPLICATE_REQUEST when the request number was used with other input
 */
export async function runOnce<T>(tx: Tx, request: RequestKey & { input: unknown }, run: () => Promise<T>): Promise<T> {
  const inputHash = hashInput(request.input);
  // The same request at the same time waits here for the first one, and then finds its answer instead of doing its work again.
  const key = [request.userId, request.mode, request.call, request.requestId].join('|');
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [key]);
  const [stored] = await findStored(tx, [request]);
  if (stored != null) {
    if (stored.inputHash !== inputHash) throw new DomainError('DUPLICATE_REQUEST');
    return stored.answer as T;
  }
  const answer = await run();
  await store(tx, [{ ...request, inputHash, answer }]);
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
  if (error instanceof NotDoneInTime) return new DomainError('NOT_DONE_IN_TIME', { cause: error });
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
