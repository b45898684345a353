import { type GuardedProduct, type Mode, OPTION_LIMITS, type OptionLimit } from '../../../lib/protocol/wire';
import type { Tx } from '../../platform/db';
import { type Limit, limitAt, startsOf } from './options.guard.math';

export type Limits = Record<OptionLimit, Limit>;
/** Times in ms; null: never. */
export type Person = { testPassedAt: number | null; testFailedAt: number | null; pausedUntil: number | null };
type Owner = { userId: string; mode: Mode };

const toNumberOrNull = (text: string | null | undefined): number | null => (text == null ? null : Number(text));
const toUnitsOrNull = (text: string | null): bigint | null => (text === null ? null : BigInt(text));

/** Returns all limits of a user as they hold at `now` (ms). */
export async function readLimits(tx: Tx, { userId, mode }: Owner, now: number): Promise<Limits> {
  const { rows } = await tx.query<{ kind: string; amount: string | null; later: string | null; later_from: string | null }>(
    'SELECT kind, amount, later, later_from FROM option_limits WHERE user_id = $1 AND mode = $2',
    [userId, mode],
  );
  const byKind = new Map(rows.map((row) => [row.kind, row]));
  const entries = OPTION_LIMITS.map((kind): [OptionLimit, Limit] => {
    const row = byKind.get(kind);
    if (row === undefined) return [kind, { max: null, later: null }];
    const later = row.later_from === null ? null : { max: toUnitsOrNull(row.later), from: Number(row.later_from) };
    return [kind, limitAt({ max: toUnitsOrNull(row.amount), later }, now)];
  });
  return Object.fromEntries(entries) as Limits;
}

export async function writeLimits(tx: Tx, { userId, mode }: Owner, limits: Limits): Promise<void> {
  await tx.query(
    `INSERT INTO option_limits (user_id, mode, kind, amount, later, later_from)
     SELECT $1, $2, u.* FROM unnest($3::text[], $4::numeric[], $5::numeric[], $6::int8[]) AS u(kind, amount, later, later_from)
     ON CONFLICT (user_id, mode, kind) DO UPDATE SET amount = excluded.amount, later = excluded.later, later_from = excluded.later_from`,
    [
      userId,
      mode,
      OPTION_LIMITS,
      OPTION_LIMITS.map((kind) => limits[kind].max),
      OPTION_LIMITS.map((kind) => limits[kind].later?.max ?? null),
      OPTION_LIMITS.map((kind) => limits[kind].later?.from ?? null),
    ],
  );
}

/** Returns when the disclosure of a product was accepted in this mode (ms). */
export async function findConsent(tx: Tx, { userId, mode }: Owner, product: GuardedProduct): Promise<number | null> {
  const { rows } = await tx.query<{ accepted_at: string }>(
    'SELECT accepted_at FROM option_consents WHERE user_id = $1 AND mode = $2 AND product = $3',
    [userId, mode, product],
  );
  return toNumberOrNull(rows[0]?.accepted_at);
}

/** The first acceptance counts; a later one changes nothing. */
export async function insertConsent(
  tx: Tx,
  { userId, mode }: Owner,
  consent: { product: GuardedProduct; at: number; share: string | null },
): Promise<void> {
  await tx.query(
    `INSERT INTO option_consents (user_id, mode, product, accepted_at, accepted_share) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (user_id, mode, product) DO NOTHING`,
    [userId, mode, consent.product, consent.at, consent.share],
  );
}

export async function readPerson(tx: Tx, userId: string): Promise<Person> {
  const { rows } = await tx.query<Record<'test_passed_at' | 'test_failed_at' | 'paused_until', string | null>>(
    'SELECT test_passed_at, test_failed_at, paused_until FROM option_people WHERE user_id = $1',
    [userId],
  );
  return {
    testPassedAt: toNumberOrNull(rows[0]?.test_passed_at),
    testFailedAt: toNumberOrNull(rows[0]?.test_failed_at),
    pausedUntil: toNumberOrNull(rows[0]?.paused_until),
  };
}

/** Makes changes of one user's guard take turns until the end of the transaction: many tries of the test at once are one after the other. */
export async function lockPerson(tx: Tx, userId: string): Promise<void> {
  await tx.query('INSERT INTO option_people (user_id) VALUES ($1) ON CONFLICT (user_id) DO NOTHING', [userId]);
  await tx.query('SELECT 1 FROM option_people WHERE user_id = $1 FOR UPDATE', [userId]);
}

/** The user is locked by the caller. */
export async function updatePerson(tx: Tx, userId: string, person: Person): Promise<void> {
  await tx.query('UPDATE option_people SET test_passed_at = $2, test_failed_at = $3, paused_until = $4 WHERE user_id = $1', [
    userId,
    person.testPassedAt,
    person.testFailedAt,
    person.pausedUntil,
  ]);
}

/** What runs (`atRisk`, `open`), and what each limit of a period counts so far: a loss is less what was won and may be negative. Base units. */
export type Usage = { atRisk: bigint; open: number } & Record<Exclude<OptionLimit, 'stake'>, bigint>;

/** Sums up the periods that hold `now` (ms, UTC). Stakes that came back don't count. */
export async function sumUsage(tx: Tx, { userId, mode }: Owner, now: number): Promise<Usage> {
  const { day, week, month } = startsOf(now);
  const loss = `CASE state WHEN 'lost' THEN stake WHEN 'won' THEN -profit ELSE 0 END`;
  const names = ['day', 'week', 'month'] as const;
  const columns = names.flatMap((name, index) => [
    `coalesce(sum(stake) FILTER (WHERE accepted_at >= $${index + 3} AND state <> 'refunded'), 0) AS stake_${name}`,
    `coalesce(sum(${loss}) FILTER (WHERE settled_at >= $${index + 3}), 0) AS loss_${name}`,
  ]);
  const { rows } = await tx.query<Record<string, string>>(
    `SELECT coalesce(sum(stake) FILTER (WHERE settled_at IS NULL), 0) AS at_risk, count(*) FILTER (WHERE settled_at IS NULL) AS open,
            ${columns.join(', ')}
       FROM option_contracts WHERE user_id = $1 AND mode = $2 AND (settled_at IS NULL OR settled_at >= least($4::int8, $5::int8))`,
    [userId, mode, day, week, month],
  );
  const read = (name: string) => BigInt(rows[0]?.[name] ?? '0');
  return {
    atRisk: read('at_risk'),
    open: Number(read('open')),
    stake_day: read('stake_day'),
    stake_week: read('stake_week'),
    stake_month: read('stake_month'),
    loss_day: read('loss_day'),
    loss_week: read('loss_week'),
    loss_month: read('loss_month'),
  };
}

/** The user's last contracts won or lost: how many, how many right, and what they earned in base units (may be negative). */
export async function readRecord(
  tx: Tx,
  { userId, mode }: Owner,
  length: number,
): Promise<{ count: number; right: number; profit: bigint }> {
  const { rows } = await tx.query<{ count: string; won: string; profit: string }>(
    `SELECT count(*) AS count, count(*) FILTER (WHERE state = 'won') AS won,
            coalesce(sum(CASE state WHEN 'won' THEN profit ELSE -stake END), 0) AS profit
       FROM (SELECT state, profit, stake FROM option_contracts WHERE user_id = $1 AND mode = $2 AND state IN ('won', 'lost')
              ORDER BY id DESC LIMIT $3) AS newest`,
    [userId, mode, length],
  );
  return { count: Number(rows[0]?.count), right: Number(rows[0]?.won), profit: BigInt(rows[0]?.profit ?? '0') };
}

/** Accounts with a contract won or lost, and those among them that lost more than they won. */
export async function countLosers(tx: Tx, mode: Mode): Promise<{ losing: number; all: number }> {
  const { rows } = await tx.query<{ losing: string; total: string }>(
    `SELECT count(*) FILTER (WHERE net < 0) AS losing, count(*) AS total FROM (
       SELECT sum(CASE state WHEN 'won' THEN profit ELSE -stake END) AS net FROM option_contracts
        WHERE mode = $1 AND state IN ('won', 'lost') GROUP BY user_id) AS accounts`,
    [mode],
  );
  return { losing: Number(rows[0]?.losing), all: Number(rows[0]?.total) };
}
