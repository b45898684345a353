import { type HostingState, type Mode, PAGE_SIZE } from '../../../lib/protocol/wire';
import type { Tx } from '../../platform/db';
import { offsetOf } from '../../platform/offset-pages';

/** What one person has hosted. Money in base units of USDT, units with 12 decimals, rates in units of 10^-12, times in ms. */
export type Position = {
  id: string;
  book: string;
  userId: string;
  mode: Mode;
  plan: number;
  version: number;
  principal: bigint;
  days: number;
  dayMs: number;
  feeRate: bigint;
  exitRate: bigint;
  units: bigint;
  worth: bigint;
  /** May be negative, as `income`. */
  dayIncome: bigint;
  income: bigint;
  paid: bigint;
  fees: bigint;
  returned: bigint;
  exitCost: bigint;
  state: HostingState;
  settledDay: number;
  /** The valuation that pays it because it was left before that began; null: none yet. */
  leaveDay: number | null;
  askedAt: number;
  begunAt: number | null;
  endsAt: number | null;
  endedAt: number | null;
};

type Row = Record<string, unknown>;
const big = (value: unknown) => BigInt(String(value));
const orNull = (value: unknown) => (value === null ? null : Number(value));

function toPosition(row: Row): Position {
  return {
    id: String(row.id),
    book: String(row.book),
    userId: String(row.user_id),
    mode: row.mode as Mode,
    plan: Number(row.plan),
    version: Number(row.version),
    principal: big(row.principal),
    days: Number(row.days),
    dayMs: Number(row.day_ms),
    feeRate: big(row.fee_rate),
    exitRate: big(row.exit_rate),
    units: big(row.units),
    worth: big(row.worth),
    dayIncome: big(row.day_income),
    income: big(row.income),
    paid: big(row.paid),
    fees: big(row.fees),
    returned: big(row.returned),
    exitCost: big(row.exit_cost),
    state: row.state as HostingState,
    settledDay: Number(row.settled_day),
    leaveDay: orNull(row.leave_day),
    askedAt: Number(row.asked_at),
    begunAt: orNull(row.begun_at),
    endsAt: orNull(row.ends_at),
    endedAt: orNull(row.ended_at),
  };
}

type Owner = { userId: string; mode: Mode };
export type NewPosition = Pick<
  Position,
  'book' | 'userId' | 'mode' | 'plan' | 'version' | 'principal' | 'days' | 'dayMs' | 'feeRate' | 'exitRate' | 'settledDay' | 'askedAt'
>;

export async function insertPosition(tx: Tx, input: NewPosition): Promise<Position> {
  const { rows } = await tx.query<Row>(
    `INSERT INTO hosting_positions (book, user_id, mode, plan, version, principal, days, day_ms, fee_rate, exit_rate, settled_day, asked_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) RETURNING *`,
    [
      input.book,
      input.userId,
      input.mode,
      input.plan,
      input.version,
      input.principal,
      input.days,
      input.dayMs,
      input.feeRate,
      input.exitRate,
      input.settledDay,
      input.askedAt,
    ],
  );
  if (rows[0] === undefined) throw new Error('a hosted amount was not inserted');
  return toPosition(rows[0]);
}

/** Returns how many open amounts a user has, and what of them was put in since `since` (ms). */
export async function readOpen(tx: Tx, { userId, mode, since }: Owner & { since: number }): Promise<{ count: number; asked: bigint }> {
  const sql = `SELECT count(*) AS open, coalesce(sum(principal) FILTER (WHERE asked_at > $3), 0) AS asked
                 FROM hosting_positions WHERE user_id = $1 AND mode = $2 AND ended_at IS NULL`;
  const { rows } = await tx.query<{ open: string; asked: string }>(sql, [userId, mode, since]);
  return { count: Number(rows[0]?.open), asked: big(rows[0]?.asked) };
}

/** Returns what all holders of a book have put in and not taken out. */
export async function sumHosted(tx: Tx, book: string): Promise<bigint> {
  const sql = 'SELECT coalesce(sum(principal), 0) AS hosted FROM hosting_positions WHERE book = $1 AND ended_at IS NULL';
  return big((await tx.query<{ hosted: string }>(sql, [book])).rows[0]?.hosted);
}

/** Returns what a valuation has to pay out at most: what is over whole, of the rest what is above what was put in. */
export async function sumOwed(
  tx: Tx,
  input: { book: string; value: bigint; units: bigint; dueAt: number; isClosing: boolean },
): Promise<bigint> {
  const { rows } = await tx.query<{ owed: string }>(
    `SELECT coalesce(sum(CASE WHEN p.state = 'leaving' OR p.ends_at <= $4 OR $5 THEN w.worth ELSE greatest(w.worth - p.principal, 0) END), 0) AS owed
       FROM hosting_positions p, LATERAL (SELECT div(p.units * $2::numeric, greatest($3::numeric, 1)) AS worth) w
      WHERE p.book = $1 AND p.ended_at IS NULL AND p.state <> 'pending'`,
    [input.book, input.value, input.units, input.dueAt, input.isClosing],
  );
  return big(rows[0]?.owed);
}

/** Notes for all that are left which valuation pays them, as it begins. Whoever asks later isn't among them. */
export async function noteLeaving(tx: Tx, { book, day }: { book: string; day: number }): Promise<void> {
  await tx.query(
    `UPDATE hosting_positions SET leave_day = $2 WHERE book = $1 AND state = 'leaving' AND ended_at IS NULL AND leave_day IS NULL`,
    [book, day],
  );
}

/** Locks up to `limit` open positions of a book that were not settled for a day yet, in their order. */
export async function lockUnsettled(tx: Tx, input: { book: string; day: number; limit: number }): Promise<Position[]> {
  const { rows } = await tx.query<Row>(
    `SELECT * FROM hosting_positions WHERE book = $1 AND settled_day < $2 AND ended_at IS NULL ORDER BY id LIMIT $3 FOR UPDATE`,
    [input.book, input.day, input.limit],
  );
  return rows.map(toPosition);
}

/** Returns a user's own position; null for any other. */
export async function findPosition(tx: Tx, input: Owner & { id: string }, lock = false): Promise<Position | null> {
  const { rows } = await tx.query<Row>(
    `SELECT * FROM hosting_positions WHERE id = $1 AND user_id = $2 AND mode = $3 ${lock ? 'FOR UPDATE' : ''}`,
    [input.id, input.userId, input.mode],
  );
  return rows[0] === undefined ? null : toPosition(rows[0]);
}

export async function updatePositions(tx: Tx, rows: readonly Position[]): Promise<void> {
  if (rows.length === 0) return;
  const { rowCount } = await tx.query(
    `UPDATE hosting_positions p SET units = u.units, worth = u.worth, day_income = u.day_income, income = u.income, paid = u.paid, fees = u.fees,
            returned = u.returned, exit_cost = u.exit_cost, state = u.state, settled_day = u.settled_day, begun_at = u.begun_at, ends_at = u.ends_at,
            ended_at = u.ended_at
       FROM unnest($1::int8[], $2::numeric[], $3::numeric[], $4::numeric[], $5::numeric[], $6::numeric[], $7::numeric[], $8::numeric[], $9::numeric[],
                   $10::text[], $11::int4[], $12::int8[], $13::int8[], $14::int8[])
         AS u(id, units, worth, day_income, income, paid, fees, returned, exit_cost, state, settled_day, begun_at, ends_at, ended_at)
      WHERE p.id = u.id AND p.ended_at IS NULL`,
    [
      rows.map(({ id }) => id),
      rows.map(({ units }) => units),
      rows.map(({ worth }) => worth),
      rows.map(({ dayIncome }) => dayIncome),
      rows.map(({ income }) => income),
      rows.map(({ paid }) => paid),
      rows.map(({ fees }) => fees),
      rows.map(({ returned }) => returned),
      rows.map(({ exitCost }) => exitCost),
      rows.map(({ state }) => state),
      rows.map(({ settledDay }) => settledDay),
      rows.map(({ begunAt }) => begunAt),
      rows.map(({ endsAt }) => endsAt),
      rows.map(({ endedAt }) => endedAt),
    ],
  );
  if (rowCount !== rows.length) throw new Error(`${rowCount} of ${rows.length} hosted amounts were moved on`);
}

export type DayLine = { position: string; day: number; at: number; income: bigint; fee: bigint; paid: bigint; worth: bigint };

export async function insertDays(tx: Tx, rows: readonly DayLine[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(
    `INSERT INTO hosting_days (position, day, at, income, fee, paid, worth)
     SELECT * FROM unnest($1::int8[], $2::int4[], $3::int8[], $4::numeric[], $5::numeric[], $6::numeric[], $7::numeric[])`,
    [
      rows.map(({ position }) => position),
      rows.map(({ day }) => day),
      rows.map(({ at }) => at),
      rows.map(({ income }) => income),
      rows.map(({ fee }) => fee),
      rows.map(({ paid }) => paid),
      rows.map(({ worth }) => worth),
    ],
  );
}

/** Returns the newest `limit` days of each of these positions, newest first. */
export async function listDays(
  tx: Tx,
  { positions, limit }: { positions: readonly string[]; limit: number },
): Promise<Map<string, DayLine[]>> {
  const lines = new Map<string, DayLine[]>(positions.map((position) => [position, []]));
  if (positions.length === 0) return lines;
  const { rows } = await tx.query<Row>(
    `SELECT d.* FROM unnest($1::int8[]) AS p(id), LATERAL (SELECT * FROM hosting_days WHERE position = p.id ORDER BY day DESC LIMIT $2) d
      ORDER BY d.position, d.day DESC`,
    [positions, limit],
  );
  for (const { position, day, at, income, fee, paid, worth } of rows) {
    const line = {
      position: String(position),
      day: Number(day),
      at: Number(at),
      income: big(income),
      fee: big(fee),
      paid: big(paid),
      worth: big(worth),
    };
    lines.get(line.position)?.push(line);
  }
  return lines;
}

/** One page of a user's positions, newest first. What is open is found by an index of its own: only what is asked for stands in the statement. */
export async function listPositions(tx: Tx, input: Owner & { isOver: boolean | null; page: number }): Promise<Position[]> {
  const listed = input.isOver === null ? '' : input.isOver ? 'AND ended_at IS NOT NULL' : 'AND ended_at IS NULL';
  const { rows } = await tx.query<Row>(
    `SELECT * FROM hosting_positions WHERE user_id = $1 AND mode = $2 ${listed} ORDER BY id DESC LIMIT $3 OFFSET $4`,
    [input.userId, input.mode, PAGE_SIZE, offsetOf(input.page)],
  );
  return rows.map(toPosition);
}

/** Returns what a user's open amounts are worth (what hasn't begun counts as it is), what the newest day of each brought, and all income ever. */
export async function sumPositions(tx: Tx, { userId, mode }: Owner): Promise<{ worth: bigint; today: bigint; income: bigint }> {
  const { rows } = await tx.query<{ worth: string; today: string; income: string }>(
    `SELECT coalesce(sum(CASE WHEN state = 'pending' THEN principal ELSE worth END) FILTER (WHERE ended_at IS NULL), 0) AS worth,
            coalesce(sum(day_income) FILTER (WHERE ended_at IS NULL), 0) AS today, coalesce(sum(income - exit_cost), 0) AS income
       FROM hosting_positions WHERE user_id = $1 AND mode = $2 AND state <> 'cancelled'`,
    [userId, mode],
  );
  return { worth: big(rows[0]?.worth), today: big(rows[0]?.today), income: big(rows[0]?.income) };
}
