import type { Tx } from '../../platform/db';
import { hashInput } from '../../platform/idempotency';

/** A request that nobody has decided is void after this time (spec/operator.md). */
export const REQUEST_LIFE_MS = 48 * 60 * 60_000;
/** Open requests of one operator, so that a queue stays something that people can read. */
export const OPEN_REQUESTS_MAX = 50;
const QUEUE_PAGE = 200;

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

const COLUMNS = `r.id, r.act, r.target, r.reason, r.input, r.input_hash, r.preview, r.requested_by, o.name AS requester, r.requested_at, r.expires_at, r.state`;

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

/** Requests that can still be decided, oldest first; at most 200. */
export async function listOpenRequests(tx: Tx, now: number): Promise<RequestRow[]> {
  const { rows } = await tx.query<RowText>(
    `SELECT ${COLUMNS} FROM operator_requests r JOIN operators o ON o.id = r.requested_by
      WHERE r.state = 'open' AND r.expires_at > $1 ORDER BY r.id LIMIT $2`,
    [now, QUEUE_PAGE],
  );
  return rows.map(toRequest);
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

function toRequest(row: RowText): RequestRow {
  return {
    id: row.id,
    act: row.act,
    target: row.target,
    reason: row.reason,
    input: row.input,
    inputHash: row.input_hash,
    preview: row.preview,
    requestedBy: row.requested_by,
    requester: row.requester,
    requestedAt: Number(row.requested_at),
    expiresAt: Number(row.expires_at),
    state: row.state,
  };
}
