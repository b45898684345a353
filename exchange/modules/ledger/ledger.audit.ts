import type { Database, Tx } from '../../platform/db';

/** Sums are over all accounts of the realm and asset, the outside included, in base units: anything but 0 is a fault. */
export type AuditSum = { realm: string; asset: string; accounts: number; postingsSum: bigint; balancesSum: bigint };
export type AuditReport = {
  sums: AuditSum[];
  journals: number;
  postings: number;
  /** Accounts whose stored balance is not the sum of their postings, or not what their last posting says. At most 100. */
  differences: { address: string; derived: bigint; stored: bigint; last: bigint }[];
  /** Kept sums of a day that are not what the day's postings come to. At most 100. */
  faultySums: { userId: string; realm: string; day: string; asset: string; code: string }[];
  /** Journals that do not sum to zero in an asset, or whose lines break an account's chain of balances. At most 100. */
  faultyJournals: string[];
  isClean: boolean;
};

const FINDINGS_MAX = 100;
/** Sorting and grouping all postings in memory instead of in files: a third of the time with a million of them. */
const WORK_MEMORY = '128MB';

/** Proves the whole ledger: zero per realm and asset, stored = derived balances, each journal balanced, each chain of balances unbroken, kept sums = sums. */
export function auditLedger(db: Database): Promise<AuditReport> {
  return db.transaction(
    async (tx) => {
      await tx.query(`SET LOCAL work_mem = '${WORK_MEMORY}'`);
      const sums = await sumByAsset(tx);
      const differences = await findDifferences(tx);
      const faultyJournals = await findFaultyJournals(tx);
      const faultySums = await findFaultySums(tx);
      const counts = await tx.query<{ journals: string; postings: string }>(
        'SELECT (SELECT count(*) FROM ledger_journals) AS journals, (SELECT count(*) FROM ledger_postings) AS postings',
      );
      const isZero = sums.every((row) => row.postingsSum === 0n && row.balancesSum === 0n);
      return {
        sums,
        differences,
        faultyJournals,
        faultySums,
        journals: Number(counts.rows[0]?.journals),
        postings: Number(counts.rows[0]?.postings),
        isClean: isZero && differences.length === 0 && faultyJournals.length === 0 && faultySums.length === 0,
      };
    },
    { kind: 'long' },
  );
}

async function sumByAsset(tx: Tx): Promise<AuditSum[]> {
  const { rows } = await tx.query<{ realm: string; asset: string; accounts: string; postings: string; balances: string }>(
    `SELECT a.realm, a.asset, count(*) AS accounts, coalesce(sum(d.total), 0) AS postings, sum(a.balance) AS balances
       FROM ledger_accounts a
       LEFT JOIN (SELECT account_id, sum(amount) AS total FROM ledger_postings GROUP BY account_id) d ON d.account_id = a.id
      GROUP BY a.realm, a.asset ORDER BY a.realm, a.asset`,
  );
  return rows.map((row) => ({
    realm: row.realm,
    asset: row.asset,
    accounts: Number(row.accounts),
    postingsSum: BigInt(row.postings),
    balancesSum: BigInt(row.balances),
  }));
}

async function findDifferences(tx: Tx): Promise<AuditReport['differences']> {
  const { rows } = await tx.query<{ address: string; derived: string; stored: string; last: string }>(
    `SELECT a.address, coalesce(d.total, 0) AS derived, a.balance AS stored, coalesce(l.balance_after, 0) AS last
       FROM ledger_accounts a
       LEFT JOIN (SELECT account_id, sum(amount) AS total FROM ledger_postings GROUP BY account_id) d ON d.account_id = a.id
       LEFT JOIN LATERAL (
         SELECT p.balance_after FROM ledger_postings p WHERE p.account_id = a.id ORDER BY p.journal_id DESC, p.line DESC LIMIT 1
       ) l ON true
      WHERE a.balance <> coalesce(d.total, 0) OR a.balance <> coalesce(l.balance_after, 0) ORDER BY a.id LIMIT ${FINDINGS_MAX}`,
  );
  return rows.map((row) => ({ address: row.address, derived: BigInt(row.derived), stored: BigInt(row.stored), last: BigInt(row.last) }));
}

async function findFaultyJournals(tx: Tx): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `SELECT id FROM (
       (SELECT p.journal_id AS id FROM ledger_postings p JOIN ledger_accounts a ON a.id = p.account_id
         GROUP BY p.journal_id, a.asset HAVING sum(p.amount) <> 0 LIMIT ${FINDINGS_MAX})
       UNION
       (SELECT journal_id FROM (
          SELECT journal_id, amount, balance_after, coalesce(lag(balance_after) OVER (PARTITION BY account_id ORDER BY journal_id, line), 0) AS before
            FROM ledger_postings) chain
         WHERE before + amount <> balance_after LIMIT ${FINDINGS_MAX})
       UNION
       (SELECT j.id FROM ledger_journals j LEFT JOIN ledger_postings p ON p.journal_id = j.id AND p.line = 1 WHERE p.line IS NULL LIMIT ${FINDINGS_MAX})
     ) faulty ORDER BY id LIMIT ${FINDINGS_MAX}`,
  );
  return rows.map((row) => row.id);
}

async function findFaultySums(tx: Tx): Promise<AuditReport['faultySums']> {
  const { rows } = await tx.query<{ user_id: string; realm: string; day: string; asset: string; code: string }>(
    `SELECT user_id, realm, day::text AS day, asset, code FROM (
       SELECT user_id, realm, day, asset, code, sum(amount) AS amount, count(*) AS journals FROM (
         SELECT a.user_id, a.realm, (j.created_at AT TIME ZONE 'UTC')::date AS day, a.asset, j.code, sum(p.amount) AS amount
           FROM ledger_postings p JOIN ledger_accounts a ON a.id = p.account_id JOIN ledger_journals j ON j.id = p.journal_id
          WHERE a.user_id IS NOT NULL GROUP BY 1, 2, 3, 4, 5, j.id HAVING sum(p.amount) <> 0
       ) moved GROUP BY user_id, realm, day, asset, code
     ) derived FULL JOIN ledger_daily_sums kept USING (user_id, realm, day, asset, code)
      WHERE derived.amount IS DISTINCT FROM kept.amount OR derived.journals IS DISTINCT FROM kept.journals
      ORDER BY user_id, realm, day, asset, code LIMIT ${FINDINGS_MAX}`,
  );
  return rows.map((row) => ({ userId: row.user_id, realm: row.realm, day: row.day, asset: row.asset, code: row.code }));
}
