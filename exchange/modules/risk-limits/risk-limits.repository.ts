import { type LimitedProduct, type Mode, RISK_LIMITS, type RiskLimit } from '../../../lib/protocol/wire';
import type { Tx } from '../../platform/db';
import { isStopped } from '../accounts/accounts';
import { type Limit, limitAt } from './risk-limits.math';
import type { Owner } from './risk-limits.risk';

export type Limits = Record<RiskLimit, Limit>;
/** What holds for one account and product. Times in ms; null: never. `isStopped`: the account was frozen or closed, and every session with it. */
export type Hold = {
  isStopped: boolean;
  acceptedAt: number | null;
  testPassedAt: number | null;
  testFailedAt: number | null;
  pausedUntil: number | null;
  limits: Limits;
};

const toNumberOrNull = (text: string | null | undefined): number | null => (text == null ? null : Number(text));
const toUnitsOrNull = (text: string | null): bigint | null => (text === null ? null : BigInt(text));

/** Names an account in maps. */
export function keyOf({ userId, mode }: Owner): string {
  return `${userId}:${mode}`;
}

/** Returns what holds at `now` (ms) for each of these accounts, by `keyOf`. */
export async function readHolds(tx: Tx, owners: readonly Owner[], product: LimitedProduct, now: number): Promise<Map<string, Hold>> {
  const limits = await readLimits(tx, owners, now);
  type Row = { user_id: string; mode: Mode; is_stopped: boolean } & Record<
    'accepted_at' | 'passed_at' | 'failed_at' | 'paused_until',
    string | null
  >;
  const { rows } = await tx.query<Row>(
    `SELECT w.user_id, w.mode, c.accepted_at, t.passed_at, t.failed_at, p.paused_until, coalesce(${isStopped('u')}, false) AS is_stopped
       FROM unnest($1::int8[], $2::text[]) AS w(user_id, mode)
       LEFT JOIN risk_consents c ON c.user_id = w.user_id AND c.mode = w.mode AND c.product = $3
       LEFT JOIN risk_tests t ON t.user_id = w.user_id AND t.product = $3
       LEFT JOIN risk_people p ON p.user_id = w.user_id
       LEFT JOIN users u ON u.id = w.user_id`,
    [owners.map(({ userId }) => userId), owners.map(({ mode }) => mode), product],
  );
  return new Map(
    rows.map((row) => {
      const key = keyOf({ userId: row.user_id, mode: row.mode });
      const hold: Hold = {
        isStopped: row.is_stopped,
        acceptedAt: toNumberOrNull(row.accepted_at),
        testPassedAt: toNumberOrNull(row.passed_at),
        testFailedAt: toNumberOrNull(row.failed_at),
        pausedUntil: toNumberOrNull(row.paused_until),
        limits: limits.get(key) ?? noLimits(),
      };
      return [key, hold];
    }),
  );
}

function noLimits(): Limits {
  return Object.fromEntries(RISK_LIMITS.map((kind) => [kind, { max: null, later: null }])) as unknown as Limits;
}

/** Returns the limits of those among the accounts that ever set some, as they hold at `now` (ms). */
async function readLimits(tx: Tx, owners: readonly Owner[], now: number): Promise<Map<string, Limits>> {
  type Row = { user_id: string; mode: Mode; kind: RiskLimit; amount: string | null; later: string | null; later_from: string | null };
  const { rows } = await tx.query<Row>(
    `SELECT user_id, mode, kind, amount, later, later_from FROM risk_limits
      WHERE (user_id, mode) IN (SELECT * FROM unnest($1::int8[], $2::text[]))`,
    [owners.map(({ userId }) => userId), owners.map(({ mode }) => mode)],
  );
  const all = new Map<string, Limits>();
  for (const row of rows) {
    const key = keyOf({ userId: row.user_id, mode: row.mode });
    const limits = all.get(key) ?? noLimits();
    const later = row.later_from === null ? null : { max: toUnitsOrNull(row.later), from: Number(row.later_from) };
    limits[row.kind] = limitAt({ max: toUnitsOrNull(row.amount), later }, now);
    all.set(key, limits);
  }
  return all;
}

export async function writeLimits(tx: Tx, { userId, mode }: Owner, limits: Limits): Promise<void> {
  await tx.query(
    `INSERT INTO risk_limits (user_id, mode, kind, amount, later, later_from)
     SELECT $1, $2, u.* FROM unnest($3::text[], $4::numeric[], $5::numeric[], $6::int8[]) AS u(kind, amount, later, later_from)
     ON CONFLICT (user_id, mode, kind) DO UPDATE SET amount = excluded.amount, later = excluded.later, later_from = excluded.later_from`,
    [
      userId,
      mode,
      RISK_LIMITS,
      RISK_LIMITS.map((kind) => limits[kind].max),
      RISK_LIMITS.map((kind) => limits[kind].later?.max ?? null),
      RISK_LIMITS.map((kind) => limits[kind].later?.from ?? null),
    ],
  );
}

/** The first acceptance counts; a later one changes nothing. */
export async function insertConsent(
  tx: Tx,
  { userId, mode }: Owner,
  consent: { product: LimitedProduct; at: number; share: string | null },
): Promise<void> {
  await tx.query(
    `INSERT INTO risk_consents (user_id, mode, product, accepted_at, accepted_share) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (user_id, mode, product) DO NOTHING`,
    [userId, mode, consent.product, consent.at, consent.share],
  );
}

/** Makes changes of one user's riskLimits take turns until the end of the transaction: many tries of a test at once are one after the other. */
export async function lockPerson(tx: Tx, userId: string): Promise<void> {
  await tx.query('INSERT INTO risk_people (user_id) VALUES ($1) ON CONFLICT (user_id) DO NOTHING', [userId]);
  await tx.query('SELECT 1 FROM risk_people WHERE user_id = $1 FOR UPDATE', [userId]);
}

/** The user is locked by the caller. */
export async function updatePause(tx: Tx, userId: string, pausedUntil: number): Promise<void> {
  await tx.query('UPDATE risk_people SET paused_until = $2 WHERE user_id = $1', [userId, pausedUntil]);
}

/** Notes a try of a test: passed, or failed. */
export async function writeTest(
  tx: Tx,
  userId: string,
  test: { product: LimitedProduct; passedAt: number | null; failedAt: number | null },
): Promise<void> {
  await tx.query(
    `INSERT INTO risk_tests (user_id, product, passed_at, failed_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (user_id, product) DO UPDATE SET passed_at = excluded.passed_at, failed_at = excluded.failed_at`,
    [userId, test.product, test.passedAt, test.failedAt],
  );
}
