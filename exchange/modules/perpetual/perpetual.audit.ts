import type { Database } from '../../platform/db';

const FINDINGS_MAX = 100;

/** Each market's clearing account is minus what its open positions have not realised, and as much is long as short. */
const CLEARING = `
  SELECT coalesce(o.mode, c.mode) || ' ' || coalesce(o.market, c.market) AS of, coalesce(c.balance, 0) + coalesce(o.cost, 0) AS off, coalesce(o.quantity, 0) AS open
    FROM (SELECT market, mode, sum(CASE side WHEN 'long' THEN cost ELSE -cost END) AS cost,
                 sum(CASE side WHEN 'long' THEN quantity ELSE -quantity END) AS quantity
            FROM perpetual_positions WHERE closed_at IS NULL GROUP BY market, mode) o
    FULL JOIN (SELECT realm AS mode, substr(split_part(address, ':', 3), length('perpetual-') + 1) AS market, balance
                 FROM ledger_accounts WHERE owner = 'clearing' AND split_part(address, ':', 3) LIKE 'perpetual-%') c
      ON c.market = o.market AND c.mode = o.mode
   WHERE coalesce(c.balance, 0) + coalesce(o.cost, 0) <> 0 OR coalesce(o.quantity, 0) <> 0 LIMIT ${FINDINGS_MAX}`;

/** Each user's margin account is the margin of the user's open positions. */
const MARGINS = `
  SELECT coalesce(a.realm, p.mode) || ' user ' || coalesce(a.user_id, p.user_id) AS of, coalesce(a.balance, 0) - coalesce(p.margin, 0) AS off
    FROM (SELECT user_id, realm, sum(balance) AS balance FROM ledger_accounts WHERE part = 'margin' GROUP BY user_id, realm) a
    FULL JOIN (SELECT user_id, mode, sum(margin) AS margin FROM perpetual_positions WHERE closed_at IS NULL GROUP BY user_id, mode) p
      ON p.user_id = a.user_id AND p.mode = a.realm
   WHERE coalesce(a.balance, 0) <> coalesce(p.margin, 0) LIMIT ${FINDINGS_MAX}`;

/** The clearing account of a book's funding holds what was collected and not paid out yet; nothing when no funding time is under way. */
const FUNDING_CLEARING = `
  SELECT coalesce(u.mode, c.mode) || ' ' || coalesce(u.market, c.market) AS of, coalesce(c.balance, 0) - coalesce(u.held, 0) AS off
    FROM (SELECT market, mode, paid + by_fund - received AS held FROM perpetual_fundings WHERE phase <> 'done') u
    FULL JOIN (SELECT realm AS mode, substr(split_part(address, ':', 3), length('funding-') + 1) AS market, balance
                 FROM ledger_accounts WHERE owner = 'clearing' AND split_part(address, ':', 3) LIKE 'funding-%') c
      ON c.market = u.market AND c.mode = u.mode
   WHERE coalesce(c.balance, 0) <> coalesce(u.held, 0) LIMIT ${FINDINGS_MAX}`;

/** The payments of each funding time are its sums, and nobody's claim is left when it is done. */
const FUNDINGS = `
  SELECT f.mode || ' ' || f.market || ' ' || f.instant AS of, f.paid - coalesce(p.paid, 0) AS paid, f.received - coalesce(p.received, 0) AS received,
         coalesce(c.n, 0) AS claims
    FROM perpetual_fundings f
    LEFT JOIN (SELECT funding_id, sum(greatest(amount, 0)) AS received, sum(greatest(-amount, 0)) AS paid
                 FROM perpetual_funding_payments GROUP BY funding_id) p ON p.funding_id = f.id
    LEFT JOIN (SELECT funding_id, count(*) AS n FROM perpetual_funding_claims GROUP BY funding_id) c ON c.funding_id = f.id AND f.phase = 'done'
   WHERE f.paid <> coalesce(p.paid, 0) OR f.received <> coalesce(p.received, 0) OR c.n > 0 LIMIT ${FINDINGS_MAX}`;

/**
 * Proves that perpetual trading is zero-sum to the last unit: clearing accounts against open positions, long against short, margin accounts
 * against margins, funding against what was paid for it. Returns one sentence per fault, none when everything is exact. Amounts in base units.
 */
export async function auditPerpetual(db: Database): Promise<string[]> {
  const clearing = await db.long.query<{ of: string; off: string; open: string }>(CLEARING);
  const margins = await db.long.query<{ of: string; off: string }>(MARGINS);
  const funding = await db.long.query<{ of: string; off: string }>(FUNDING_CLEARING);
  const fundings = await db.long.query<Record<'of' | 'paid' | 'received' | 'claims', string>>(FUNDINGS);
  return [
    ...clearing.rows.map((row) => `perpetual ${row.of}: clearing is off by ${row.off}, longs less shorts are ${row.open}`),
    ...margins.rows.map((row) => `perpetual margin of ${row.of} is off by ${row.off}`),
    ...funding.rows.map((row) => `perpetual funding of ${row.of}: clearing is off by ${row.off}`),
    ...fundings.rows.map(
      (row) => `perpetual funding ${row.of}: paid is off by ${row.paid}, received by ${row.received}, ${row.claims} claims are left`,
    ),
  ];
}
