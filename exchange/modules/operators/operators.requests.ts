import type { Tx } from '../../platform/db';
import { hashInput } from '../../platform/idempotency';

/** A request that nobody has decided is void after this time (spec/operator.md). */
export const REQUEST_LIFE_MS = 48 * 60 * 60_000;
/** Open requests of one operator, so that a queue stays something that people can read. */
export const OPEN_REQUESTS_MAX = 50;

/** What is frozen. `input` is JSON; `preview` is what the approver reads: what will be done, line by line. Times in ms. */
export type FrozenRequest = {
  act: string;
  target: string;
  reason: string;
  input: string;
  preview: string;
  requestedBy: string;
  requestedAt: number;
  expiresAt: number;
};
export type RequestRow = FrozenRequest & { id: string; inputHash: string; state: string; requester: string };

/** What a list of them needs: all but what they are decided by. */
export type OpenRequest = Omit<RequestRow, 'input' | 'inputHash'>;

type RowText = {
  id: string;
  act: string;
  target: string;
  reason: string;
  input: string;
  input_hash: string;
  preview: string;
  requested_by: string;
  requester: string;
  requested_at: string;
  expires_at: string;
  state: string;
};

const LISTED = 'r.id, r.act, r.target, r.reason, r.preview, r.requested_by, o.name AS requester, r.requested_at, r.expires_at, r.state';
const COLUMNS = `${LISTED}, r.input, r.input_hash`;

/** Returns the hash over everything that is frozen. */
export function hashRequest(request: FrozenRequest): string {
  const { act, target, reason, input, preview, requestedBy, requestedAt, expiresAt } = request;
  return hashInput({ act, target, reason, input, preview, requestedBy, requestedAt, expiresAt });
}

export async function insertRequest(tx: Tx, request: FrozenRequest): Promise<string> {
  const { rows } = await tx.query<{ id: string }>(
    `INSERT INTO operator_requests (act, target, reason, input, input_hash, preview, requested_by, requested_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING id`,
    [
      request.act,
      request.target,
      request.reason,
      request.input,
      hashRequest(request),
      request.preview,
      request.requestedBy,
      request.requestedAt,
      request.expiresAt,
    ],
  );
  return rows[0]?.id as string;
}

export async function countOpenRequests(tx: Tx, input: { operatorId: string; now: number }): Promise<number> {
  const { rows } = await tx.query<{ count: string }>(
    `SELECT count(*) AS count FROM operator_requests WHERE state = 'open' AND requested_by = $1 AND expires_at > $2`,
    [input.operatorId, input.now],
  );
  return Number(rows[0]?.count);
}

/** Locks a request until the end of the transaction. */
export async function lockRequest(tx: Tx, id: string): Promise<RequestRow | null> {
  const sql = `SELECT ${COLUMNS} FROM operator_requests r JOIN operators o ON o.id = r.requested_by WHERE r.id = $1 FOR UPDATE OF r`;
  const [row] = (await tx.query<RowText>(sql, [id])).rows;
  return row === undefined ? null : toRequest(row);
}

export type OpenAsked = {
  now: number;
  limit: number;
  /** The number of the row that was read last. */
  after?: string | null;
  /** What they are about; null: anything. */
  targets?: readonly string[] | null;
  /** How the names of their acts begin; null: any. */
  acts?: readonly string[] | null;
  /** Those of one operator alone, or of all others. */
  by?: { operatorId: string; isOwn: boolean } | null;
};

/** Requests that can still be decided, oldest first, in pages. Those that lapsed have lower numbers and are many: what is live is found first. */
export async function listOpenRequests(tx: Tx, asked: OpenAsked): Promise<OpenRequest[]> {
  const { now, limit, after = null, targets = null, acts = null, by = null } = asked;
  const { rows } = await tx.query<Omit<RowText, 'input' | 'input_hash'>>(
    `WITH live AS MATERIALIZED (SELECT id FROM operator_requests WHERE state = 'open' AND expires_at > $1 AND id > coalesce($3::int8, 0))
     SELECT ${LISTED} FROM live JOIN operator_requests r ON r.id = live.id JOIN operators o ON o.id = r.requested_by
      WHERE ($4::text[] IS NULL OR r.target = ANY($4::text[]))
        AND ($5::text[] IS NULL OR EXISTS (SELECT 1 FROM unnest($5::text[]) AS start WHERE starts_with(r.act, start)))
        AND ($6::int8 IS NULL OR (r.requested_by = $6::int8) = $7::bool)
      ORDER BY r.id LIMIT $2`,
    [now, limit, after, targets, acts, by?.operatorId ?? null, by?.isOwn ?? null],
  );
  return rows.map(toListed);
}

/** Returns how many requests can still be decided, and when the oldest was asked for and lapses (ms); nulls: there is none. */
export async function summariseOpenRequests(
  tx: Tx,
  now: number,
): Promise<{ count: number; oldest: number | null; promise: number | null }> {
  const { rows } = await tx.query<{ count: string; oldest: string | null; promise: string | null }>(
    `SELECT count(*) AS count, min(requested_at) AS oldest, min(expires_at) AS promise FROM operator_requests WHERE state = 'open' AND expires_at > $1`,
    [now],
  );
  const { count = '0', oldest = null, promise = null } = rows[0] ?? {};
  const toMs = (text: string | null) => (text === null ? null : Number(text));
  return { count: Number(count), oldest: toMs(oldest), promise: toMs(promise) };
}

type Decision = { id: string; state: 'executed' | 'refused'; by: string; at: number; outcome: string };

export async function decideRequest(tx: Tx, { id, state, by, at, outcome }: Decision): Promise<void> {
  await tx.query('UPDATE operator_requests SET state = $2, decided_by = $3, decided_at = $4, outcome = $5 WHERE id = $1', [
    id,
    state,
    by,
    at,
    outcome,
  ]);
}

const toRequest = (row: RowText): RequestRow => ({ ...toListed(row), input: row.input, inputHash: row.input_hash });

function toListed(row: Omit<RowText, 'input' | 'input_hash'>): OpenRequest {
  return {
    id: row.id,
    act: row.act,
    target: row.target,
    reason: row.reason,
    preview: row.preview,
    requestedBy: row.requested_by,
    requester: row.requester,
    requestedAt: Number(row.requested_at),
    expiresAt: Number(row.expires_at),
    state: row.state,
  };
}
