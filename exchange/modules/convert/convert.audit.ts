import { MODES } from '../../../lib/protocol/wire';
import type { AuditFindings } from '../../composition/module';
import type { Database } from '../../platform/db';

const FINDINGS_MAX = 100;

/** Conversions whose journal moved something else, and journals without a conversion. */
const FAULTS = `
  (SELECT 'conversion ' || c.quote_id || ':' || c.line || ' is not what its journal moved' AS fault
     FROM conversions c
     LEFT JOIN ledger_journals j ON j.code = 'CONVERT' AND j.reference = 'convert:' || c.quote_id || ':' || c.line
     LEFT JOIN LATERAL (
       SELECT sum(p.amount) FILTER (WHERE a.asset = c.from_asset) AS paid, sum(p.amount) FILTER (WHERE a.asset = c.to_asset) AS received
         FROM ledger_postings p JOIN ledger_accounts a ON a.id = p.account_id
        WHERE p.journal_id = j.id AND a.user_id = c.user_id AND a.realm = c.realm) moved ON true
    WHERE moved.paid IS DISTINCT FROM -c.amount OR moved.received IS DISTINCT FROM c.received
    LIMIT ${FINDINGS_MAX})
  UNION ALL
  (SELECT 'journal ' || j.reference || ' belongs to no conversion'
     FROM ledger_journals j
    WHERE j.code = 'CONVERT'
      AND NOT EXISTS (SELECT 1 FROM conversions c WHERE 'convert:' || c.quote_id || ':' || c.line = j.reference)
    LIMIT ${FINDINGS_MAX})`;

/** Proves that what was converted is what the ledger moved. */
export async function auditConversions(db: Database): Promise<AuditFindings> {
  const { rows: counts } = await db.long.query<{ realm: string; count: string }>(
    'SELECT realm, count(*) AS count FROM conversions GROUP BY realm',
  );
  const { rows } = await db.long.query<{ fault: string }>(FAULTS);
  const countOf = (mode: string) => counts.find(({ realm }) => realm === mode)?.count ?? '0';
  return { figures: MODES.map((mode) => `conversions, ${mode}: ${countOf(mode)}`), faults: rows.map(({ fault }) => fault) };
}
