import { type Mode, type NotRenewed, PAGE_SIZE, type StakingKind, type StakingState } from '../../../lib/protocol/wire';
import type { Tx } from '../../platform/db';
import { mayBeTried } from '../../platform/row-retries';
import { offsetOf } from '../../platform/offset-pages';
import { optimizationFence } from '../../platform/optimization-fence';

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
  /** Whether it goes on for another term when it ends, the position in which it did, or what was in the way. */
  renews: boolean;
  renewedAs: string | null;
  notRenewed: NotRenewed | null;
};

const COLUMNS =
  'id, user_id, mode, kind, term, version, asset, principal, rate, daily, total, days, day_ms, exit_ms, subscribed_at, starts_at, ends_at, days_paid, paid, forfeited, state, next_at, ended_at, renews, renewed_as, not_renewed';
type Row = Record<string, string | number | boolean | null>;

const toNumber = (value: Row[string] | undefined): number | null => (value == null ? null : Number(value));
const toBig = (value: Row[string] | undefined): bigint => BigInt(String(value));

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
    renews: row.renews === true,
    renewedAs: row.renewed_as == null ? null : String(row.renewed_as),
    notRenewed: row.not_renewed as Position['notRenewed'],
  };
}

export type NewPosition = Omit<
  Position,
  'id' | 'daysPaid' | 'paid' | 'forfeited' | 'state' | 'nextAt' | 'endedAt' | 'renewedAs' | 'notRenewed'
> & { nextAt: number };

/** Writes positions that begin, and returns them in the same order. */
export async function insertPositions(tx: Tx, positions: readonly NewPosition[]): Promise<Position[]> {
  if (positions.length === 0) return [];
  const { rows } = await tx.query<Row>(
    `INSERT INTO staking_positions (user_id, mode, kind, term, version, asset, principal, rate, daily, total, days, day_ms, exit_ms,
            subscribed_at, starts_at, ends_at, next_at, renews)
     SELECT user_id, mode, kind, term, version, asset, principal, rate, daily, total, days, day_ms, exit_ms, subscribed_at, starts_at, ends_at,
            next_at, renews
       FROM unnest($1::int8[], $2::text[], $3::text[], $4::int4[], $5::int4[], $6::text[], $7::numeric[], $8::int8[], $9::numeric[], $10::numeric[],
                   $11::int4[], $12::int8[], $13::int8[], $14::int8[], $15::int8[], $16::int8[], $17::int8[], $18::boolean[])
            WITH ORDINALITY AS n(user_id, mode, kind, term, version, asset, principal, rate, daily, total, days, day_ms, exit_ms, subscribed_at,
                                 starts_at, ends_at, next_at, renews, place)
      ORDER BY place
     RETURNING ${COLUMNS}`,
    NEW_FIELDS.map((field) => positions.map((position) => position[field])),
  );
  const written = rows.map(toPosition).sort((one, other) => (BigInt(one.id) < BigInt(other.id) ? -1 : 1));
  const isSame = written.every(
    ({ userId, principal }, index) => userId === positions[index]?.userId && principal === positions[index].principal,
  );
  if (written.length !== positions.length || !isSame) throw new Error('positions were not inserted as they were given');
  return written;
}

/** In the order of the statement. */
const NEW_FIELDS = [
  'userId',
  'mode',
  'kind',
  'term',
  'version',
  'asset',
  'principal',
  'rate',
  'daily',
  'total',
  'days',
  'dayMs',
  'exitMs',
  'subscribedAt',
  'startsAt',
  'endsAt',
  'nextAt',
  'renews',
] as const satisfies readonly (keyof NewPosition)[];

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
export async function putAside(tx: Tx, { id, at, why }: { id: string; at: number; why: string }): Promise<void> {
  await tx.query('UPDATE staking_positions SET aside_at = $2, aside_error = $3 WHERE id = $1 AND next_at IS NOT NULL', [id, at, why]);
}

/** Locks up to `limit` positions where something is due by `until` (ms), the longest due first; those that another transaction holds are left out. */
export async function lockDue(tx: Tx, input: { until: number; limit: number }): Promise<Position[]> {
  const { rows } = await tx.query<Row>(
    `SELECT ${COLUMNS} FROM staking_positions WHERE next_at <= $1 AND ${mayBeTried('staking', '$3', 'staking_positions.')} ORDER BY next_at, id LIMIT $2
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
    `UPDATE staking_positions p SET days_paid = u.days_paid, paid = u.paid, forfeited = u.forfeited, state = u.state, next_at = u.next_at, ended_at = u.ended_at,
            renewed_as = u.renewed_as, not_renewed = u.not_renewed
       FROM unnest($1::int8[], $2::int4[], $3::numeric[], $4::numeric[], $5::text[], $6::int8[], $7::int8[], $8::int8[], $9::text[])
         AS u(id, days_paid, paid, forfeited, state, next_at, ended_at, renewed_as, not_renewed)
      WHERE p.id = u.id AND ${optimizationFence('p.state')} IN ('running', 'leaving')`,
    [
      rows.map(({ id }) => id),
      rows.map(({ daysPaid }) => daysPaid),
      rows.map(({ paid }) => paid),
      rows.map(({ forfeited }) => forfeited),
      rows.map(({ state }) => state),
      rows.map(({ nextAt }) => nextAt),
      rows.map(({ endedAt }) => endedAt),
      rows.map(({ renewedAs }) => renewedAs),
      rows.map(({ notRenewed }) => notRenewed),
    ],
  );
  if (rowCount !== rows.length) throw new Error(`${rowCount} of ${rows.length} positions were moved on`);
}

/** Says at `at` (ms) whether a running position that is locked is renewed at its end; said again, the time stays. */
export async function setRenews(tx: Tx, { id, renews, at }: Pick<Position, 'id' | 'renews'> & { at: number }): Promise<void> {
  await tx.query(
    `UPDATE staking_positions SET renews = $2, renews_since = CASE WHEN NOT $2 THEN NULL WHEN renews THEN renews_since ELSE $3::int8 END
      WHERE id = $1 AND state = 'running'`,
    [id, renews, at],
  );
}

/** Returns when running positions end (ms), in the order asked; null: it isn't theirs, or over. */
export async function findTermEnds(tx: Tx, of: readonly (Owner & { id: string })[]): Promise<(number | null)[]> {
  const { rows } = await tx.query<{ key: string; ends_at: string }>(
    `SELECT concat_ws(' ', id, user_id, mode) AS key, ends_at FROM staking_positions WHERE id = ANY($1::int8[]) AND state = 'running'`,
    [of.map(({ id }) => id)],
  );
  const ends = new Map(rows.map(({ key, ends_at: end }) => [key, Number(end)]));
  return of.map(({ id, userId, mode }) => ends.get(`${id} ${userId} ${mode}`) ?? null);
}

/** One page of a user's positions, newest first. */
export async function listPositions(tx: Tx, input: Owner & { states: readonly StakingState[]; page: number }): Promise<Position[]> {
  // What is open is found by an index of its own, however much is over.
  const isOpen = input.states.every((state) => state === 'running' || state === 'leaving') ? 'AND next_at IS NOT NULL' : '';
  const { rows } = await tx.query<Row>(
    `SELECT ${COLUMNS} FROM staking_positions WHERE user_id = $1 AND mode = $2 AND state = ANY($3::text[]) ${isOpen} ORDER BY id DESC LIMIT $4 OFFSET $5`,
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
