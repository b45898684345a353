import { type Mode, PAGE_SIZE, type StakingKind, type StakingState } from '../../../lib/protocol/wire';
import type { Tx } from '../../platform/db';
import { offsetOf } from '../../platform/pages';
import { unplanned } from '../../platform/unplanned';

/** Amounts in base units, `rate` in units of 10^-12 a day, times in ms. `nextAt` is when something is due; null once it is over. */
export type Position = {
  id: string;
  userId: string;
  mode: Mode;
  kind: StakingKind;
  term: number;
  version: number;
  asset: string;
  principal: bigint;
  rate: bigint;
  daily: bigint;
  total: bigint;
  days: number;
  dayMs: number;
  exitMs: number;
  subscribedAt: number;
  startsAt: number;
  endsAt: number;
  daysPaid: number;
  paid: bigint;
  forfeited: bigint;
  state: StakingState;
  nextAt: number | null;
  endedAt: number | null;
};

const COLUMNS =
  'id, user_id, mode, kind, term, version, asset, principal, rate, daily, total, days, day_ms, exit_ms, subscribed_at, starts_at, ends_at, days_paid, paid, forfeited, state, next_at, ended_at';
type Row = Record<string, string | number | null>;

const toNumber = (value: string | number | null | undefined): number | null => (value == null ? null : Number(value));
const toBig = (value: string | number | null | undefined): bigint => BigInt(String(value));

function toPosition(row: Row): Position {
  return {
    id: String(row.id),
    userId: String(row.user_id),
    mode: row.mode as Mode,
    kind: row.kind as Position['kind'],
    term: Number(row.term),
    version: Number(row.version),
    asset: String(row.asset),
    principal: toBig(row.principal),
    rate: toBig(row.rate),
    daily: toBig(row.daily),
    total: toBig(row.total),
    days: Number(row.days),
    dayMs: Number(row.day_ms),
    exitMs: Number(row.exit_ms),
    subscribedAt: Number(row.subscribed_at),
    startsAt: Number(row.starts_at),
    endsAt: Number(row.ends_at),
    daysPaid: Number(row.days_paid),
    paid: toBig(row.paid),
    forfeited: toBig(row.forfeited),
    state: row.state as StakingState,
    nextAt: toNumber(row.next_at),
    endedAt: toNumber(row.ended_at),
  };
}

export type NewPosition = Omit<Position, 'id' | 'daysPaid' | 'paid' | 'forfeited' | 'state' | 'nextAt' | 'endedAt'> & { nextAt: number };

export async function insertPosition(tx: Tx, input: NewPosition): Promise<Position> {
  const { rows } = await tx.query<Row>(
    `INSERT INTO staking_positions (user_id, mode, kind, term, version, asset, principal, rate, daily, total, days, day_ms, exit_ms,
            subscribed_at, starts_at, ends_at, next_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17) RETURNING ${COLUMNS}`,
    [
      input.userId,
      input.mode,
      input.kind,
      input.term,
      input.version,
      input.asset,
      input.principal,
      input.rate,
      input.daily,
      input.total,
      input.days,
      input.dayMs,
      input.exitMs,
      input.subscribedAt,
      input.startsAt,
      input.endsAt,
      input.nextAt,
    ],
  );
  if (rows[0] === undefined) throw new Error('a position was not inserted');
  return toPosition(rows[0]);
}

type Owner = { userId: string; mode: Mode };

export async function countOpen(tx: Tx, { userId, mode }: Owner): Promise<number> {
  const sql = 'SELECT count(*) AS open FROM staking_positions WHERE user_id = $1 AND mode = $2 AND next_at IS NOT NULL';
  return Number((await tx.query<{ open: string }>(sql, [userId, mode])).rows[0]?.open);
}

/** Returns how much of a kind waits to earn at `now` (ms). */
export async function sumWaiting(tx: Tx, input: { kind: StakingKind; mode: Mode; now: number }): Promise<bigint> {
  const { rows } = await tx.query<{ waiting: string }>(
    `SELECT coalesce(sum(principal), 0) AS waiting FROM staking_positions
      WHERE kind = $1 AND kind <> 'term' AND mode = $2 AND starts_at > $3 AND state = 'running'`,
    [input.kind, input.mode, input.now],
  );
  return BigInt(rows[0]?.waiting ?? '0');
}

/** What was put aside is tried again after so long. */
const ASIDE_MS = 3_600_000;

/** Leaves a position out of what is due for an hour. */
export async function putAside(tx: Tx, { id, at }: { id: string; at: number }): Promise<void> {
  await tx.query('UPDATE staking_positions SET aside_at = $2 WHERE id = $1 AND next_at IS NOT NULL', [id, at]);
}

/** Locks up to `limit` positions where something is due by `until` (ms), the longest due first; those that another transaction holds are left out. */
export async function lockDue(tx: Tx, input: { until: number; limit: number }): Promise<Position[]> {
  const { rows } = await tx.query<Row>(
    `SELECT ${COLUMNS} FROM staking_positions WHERE next_at <= $1 AND (aside_at IS NULL OR aside_at <= $3) ORDER BY next_at, id LIMIT $2
        FOR UPDATE SKIP LOCKED`,
    [input.until, input.limit, input.until - ASIDE_MS],
  );
  return rows.map(toPosition);
}

/** Locks a user's own position; null for any other. */
export async function lockPosition(tx: Tx, input: Owner & { id: string }): Promise<Position | null> {
  const { rows } = await tx.query<Row>(`SELECT ${COLUMNS} FROM staking_positions WHERE id = $1 AND user_id = $2 AND mode = $3 FOR UPDATE`, [
    input.id,
    input.userId,
    input.mode,
  ]);
  return rows[0] === undefined ? null : toPosition(rows[0]);
}

export async function updatePositions(tx: Tx, rows: readonly Position[]): Promise<void> {
  if (rows.length === 0) return;
  const { rowCount } = await tx.query(
    `UPDATE staking_positions p SET days_paid = u.days_paid, paid = u.paid, forfeited = u.forfeited, state = u.state, next_at = u.next_at, ended_at = u.ended_at
       FROM unnest($1::int8[], $2::int4[], $3::numeric[], $4::numeric[], $5::text[], $6::int8[], $7::int8[])
         AS u(id, days_paid, paid, forfeited, state, next_at, ended_at)
      WHERE p.id = u.id AND ${unplanned('p.state')} IN ('running', 'leaving')`,
    [
      rows.map(({ id }) => id),
      rows.map(({ daysPaid }) => daysPaid),
      rows.map(({ paid }) => paid),
      rows.map(({ forfeited }) => forfeited),
      rows.map(({ state }) => state),
      rows.map(({ nextAt }) => nextAt),
      rows.map(({ endedAt }) => endedAt),
    ],
  );
  if (rowCount !== rows.length) throw new Error(`${rowCount} of ${rows.length} positions were moved on`);
}

/** Returns when a user's running position ends, in ms; null for any other. */
export async function findTermEnd(tx: Tx, { userId, mode, id }: Owner & { id: string }): Promise<number | null> {
  const { rows } = await tx.query<{ ends_at: string }>(
    `SELECT ends_at FROM staking_positions WHERE id = $1 AND user_id = $2 AND mode = $3 AND state = 'running'`,
    [id, userId, mode],
  );
  return rows[0] === undefined ? null : Number(rows[0].ends_at);
}

/** One page of a user's positions, newest first. */
export async function listPositions(tx: Tx, input: Owner & { states: readonly StakingState[]; page: number }): Promise<Position[]> {
  const { rows } = await tx.query<Row>(
    `SELECT ${COLUMNS} FROM staking_positions WHERE user_id = $1 AND mode = $2 AND state = ANY($3::text[]) ORDER BY id DESC LIMIT $4 OFFSET $5`,
    [input.userId, input.mode, input.states, PAGE_SIZE, offsetOf(input.page)],
  );
  return rows.map(toPosition);
}

/** Returns what a user has staked now, by asset. */
export async function sumStaked(tx: Tx, { userId, mode }: Owner): Promise<Map<string, bigint>> {
  const { rows } = await tx.query<{ asset: string; amount: string }>(
    `SELECT asset, sum(principal) AS amount FROM staking_positions WHERE user_id = $1 AND mode = $2 AND next_at IS NOT NULL GROUP BY asset`,
    [userId, mode],
  );
  return new Map(rows.map(({ asset, amount }) => [asset, BigInt(amount)]));
}
