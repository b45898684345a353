import type { AuditFindings } from '../../composition/module';
import type { Database } from '../../platform/db';
import { fromUnits } from '../../platform/decimal';
import { getAssetScale } from './ledger.addresses';

const FINDINGS_MAX = 100;

/** One line for each realm, purpose and asset that has money reserved, orders included; amounts in base units. */
type Reserved = { realm: string; purpose: string; asset: string; count: number; amount: bigint };
type HoldAudit = {
  reserved: Reserved[];
  /** Open holds whose time is over, with what should have ended them, the longest overdue first. At most 100. */
  overdue: { purpose: string; reference: string; ender: string; until: number; asset: string; amount: bigint }[];
  /** Accounts of holds that are not the sum of the open holds on them. At most 100. */
  differences: { userId: string; realm: string; asset: string; balance: bigint; held: bigint }[];
};

/** Proves that each user's account of holds is the sum of the open holds on it, and lists those that nothing has ended in time (`now` in ms; the database's own time unless given). */
export async function auditHolds(db: Database, now: number | null = null): Promise<HoldAudit> {
  return db.transaction(
    async (tx) => {
      const reserved = await tx.query<{ realm: string; purpose: string; asset: string; count: string; amount: string }>(
        'SELECT realm, purpose, asset, count(*) AS count, sum(amount) AS amount FROM reservations GROUP BY 1, 2, 3 ORDER BY 1, 2, 3',
      );
      const overdue = await tx.query<{ purpose: string; reference: string; ender: string; until: string; asset: string; amount: string }>(
        `SELECT purpose, reference, ender_kind || ' ' || ender AS ender, until, asset, amount FROM holds
          WHERE state = 'held' AND until <= coalesce($1::int8, (extract(epoch FROM clock_timestamp()) * 1000)::int8) ORDER BY until, id LIMIT ${FINDINGS_MAX}`,
        [now],
      );
      const differences = await tx.query<{ user_id: string; realm: string; asset: string; balance: string; held: string }>(
        `SELECT coalesce(h.user_id, a.user_id) AS user_id, coalesce(h.realm, a.realm) AS realm, coalesce(h.asset, a.asset) AS asset,
                coalesce(a.balance, 0) AS balance, coalesce(h.amount, 0) AS held
           FROM (SELECT user_id, realm, asset, sum(amount) AS amount FROM holds WHERE state = 'held' GROUP BY 1, 2, 3) h
           FULL JOIN (SELECT user_id, realm, asset, balance FROM ledger_accounts WHERE part = 'hold') a
             ON a.user_id = h.user_id AND a.realm = h.realm AND a.asset = h.asset
          WHERE coalesce(h.amount, 0) <> coalesce(a.balance, 0) ORDER BY 1, 2, 3 LIMIT ${FINDINGS_MAX}`,
      );
      return {
        reserved: reserved.rows.map((row) => ({ ...row, count: Number(row.count), amount: BigInt(row.amount) })),
        overdue: overdue.rows.map((row) => ({ ...row, until: Number(row.until), amount: BigInt(row.amount) })),
        differences: differences.rows.map((row) => ({
          userId: row.user_id,
          realm: row.realm,
          asset: row.asset,
          balance: BigInt(row.balance),
          held: BigInt(row.held),
        })),
      };
    },
    { kind: 'long' },
  );
}

/** Returns the audit as lines: what users have reserved, by purpose; holds that are overdue, and accounts that are not the sum of their holds. */
export function describeHoldAudit({ reserved, overdue, differences }: HoldAudit): AuditFindings {
  const toAmount = (asset: string, amount: bigint) => `${fromUnits(amount, getAssetScale(asset))} ${asset}`;
  return {
    figures: reserved.map(
      ({ realm, purpose, asset, count, amount }) => `reserved ${realm} ${purpose}: ${count}, ${toAmount(asset, amount)}`,
    ),
    faults: [
      ...overdue.map(
        ({ purpose, reference, ender, until, asset, amount }) =>
          `overdue hold ${purpose} ${reference} of ${toAmount(asset, amount)}: ${ender} should have ended it by ${new Date(until).toISOString()}`,
      ),
      ...differences.map(
        ({ userId, realm, asset, balance, held }) =>
          `holds of user ${userId}, ${realm}: the account has ${toAmount(asset, balance)}, open holds are ${toAmount(asset, held)}`,
      ),
    ],
  };
}
