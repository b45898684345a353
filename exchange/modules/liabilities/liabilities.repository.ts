import type { Tx } from '../../platform/db';

/** Accounts that belong to members: those of persons, and those of books of hosting, which are theirs as a whole, the house's share of them too. */
const OWNED = `a.realm = 'real' AND (u.kind = 'person' OR EXISTS (SELECT 1 FROM hosting_books b WHERE b.user_id = u.id))`;

/**
 * Returns what all members own of each asset now, in base units; assets of which nobody owns anything are left out. Each journal sums to zero in each asset, so it
 * is what all other accounts, which are few, are short of: one moment, however many members there are. The trees sum up members themselves.
 */
export async function sumOwned(tx: Tx): Promise<ReadonlyMap<string, bigint>> {
  const { rows } = await tx.query<{ asset: string; units: string }>(
    `SELECT asset, -sum(balance) AS units FROM (
       SELECT asset, balance FROM ledger_accounts WHERE user_id IS NULL AND realm = 'real'
       UNION ALL
       SELECT a.asset, a.balance FROM users u JOIN ledger_accounts a ON a.user_id = u.id AND a.realm = 'real'
        WHERE u.kind = 'service' AND NOT EXISTS (SELECT 1 FROM hosting_books b WHERE b.user_id = u.id)) others
      GROUP BY asset HAVING sum(balance) < 0 ORDER BY asset`,
  );
  return new Map(rows.map(({ asset, units }) => [asset, BigInt(units)]));
}

/** Begins a tree of what is posted by now, and returns its number; null: one is built, or began less than `leastMs` ago. `at` in ms. */
export async function insertSnapshot(tx: Tx, { at, leastMs }: { at: number; leastMs: number }): Promise<string | null> {
  const { rows } = await tx.query<{ id: string }>(
    `INSERT INTO liability_snapshots (at, journal) SELECT $1, CASE WHEN is_called THEN last_value ELSE 0 END FROM ledger_journals_id_seq
      WHERE NOT EXISTS (SELECT 1 FROM liability_snapshots WHERE at > $1::int8 - $2::int8 AND state <> 'failed')
     ON CONFLICT DO NOTHING RETURNING id`,
    [at, leastMs],
  );
  return rows[0]?.id ?? null;
}

/** Gives up what is built since before `before` (ms): its job was put aside. */
export async function failOld(tx: Tx, before: number): Promise<number> {
  return (await tx.query(`UPDATE liability_snapshots SET state = 'failed' WHERE state = 'building' AND at < $1`, [before])).rowCount;
}

export type Building = { id: string; at: number; journal: string };

/** Returns a tree that is built; null: it is done or was given up. */
export async function findBuilding(tx: Tx, id: string): Promise<Building | null> {
  const { rows } = await tx.query<{ at: string; journal: string }>(
    `SELECT at, journal FROM liability_snapshots WHERE id = $1 AND state = 'building' FOR UPDATE`,
    [id],
  );
  return rows[0] === undefined ? null : { id, at: Number(rows[0].at), journal: rows[0].journal };
}

/** Notes which transactions may still write journals that count. Their numbers were taken before: this runs in a later transaction than `insertSnapshot`. */
export async function noteHorizon(tx: Tx, id: string): Promise<void> {
  await tx.query('UPDATE liability_snapshots SET horizon = pg_snapshot_xmax(pg_current_snapshot()) WHERE id = $1', [id]);
}

/** Says whether all of those have ended. */
export async function isSettled(tx: Tx, id: string): Promise<boolean> {
  const sql = 'SELECT pg_snapshot_xmin(pg_current_snapshot()) >= horizon AS settled FROM liability_snapshots WHERE id = $1';
  return (await tx.query<{ settled: boolean | null }>(sql, [id])).rows[0]?.settled === true;
}

/** `units` by the balances that postings noted, `ledger` by the balances of now less what was posted since: the same, or the ledger is wrong. Base units. */
export type Owned = { userId: string; book: string | null; asset: string; units: bigint; ledger: bigint };
type OwnedRow = { last: string; size: string; user_id: string | null; book: string | null; asset: string; units: string; ledger: string };

/** Returns what the next `limit` users after one owned after a journal, each asset that they had any of, and the last of them; null: there are no more. */
export async function listOwned(
  tx: Tx,
  { journal, after, limit }: { journal: string; after: string; limit: number },
): Promise<{ owned: Owned[]; last: string | null }> {
  const { rows } = await tx.query<OwnedRow>(
    `WITH page AS MATERIALIZED (
       SELECT u.id, b.id AS book FROM users u LEFT JOIN hosting_books b ON b.user_id = u.id
        WHERE u.id > $2 AND (u.kind = 'person' OR b.id IS NOT NULL) ORDER BY u.id LIMIT $3)
     SELECT of.last, of.size, o.* FROM (SELECT max(id) AS last, count(*) AS size FROM page) of LEFT JOIN (
       SELECT page.id AS user_id, page.book, a.asset, coalesce(sum(p.balance_after), 0) AS units, sum(a.balance - late.amount) AS ledger
         FROM page JOIN ledger_accounts a ON a.user_id = page.id AND a.realm = 'real'
         LEFT JOIN LATERAL (
           SELECT balance_after FROM ledger_postings WHERE account_id = a.id AND journal_id <= $1 ORDER BY journal_id DESC, line DESC LIMIT 1) p ON true
         CROSS JOIN LATERAL (SELECT coalesce(sum(amount), 0) AS amount FROM ledger_postings WHERE account_id = a.id AND journal_id > $1) late
        GROUP BY page.id, page.book, a.asset HAVING sum(p.balance_after) > 0 OR sum(a.balance - late.amount) <> 0) o ON true`,
    [journal, after, limit],
  );
  const owned = rows.flatMap(({ user_id: userId, book, asset, units, ledger }) =>
    userId === null ? [] : [{ userId, book, asset, units: BigInt(units), ledger: BigInt(ledger) }],
  );
  const isFull = Number(rows[0]?.size) === limit;
  return { owned, last: isFull ? (rows[0]?.last ?? null) : null };
}

/** Adds what the ledger says of some members to what it says of all; base units by asset. */
export async function addLedgerSums(tx: Tx, id: string, sums: ReadonlyMap<string, bigint>): Promise<void> {
  if (sums.size === 0) return;
  await tx.query(
    `INSERT INTO liability_roots AS r (snapshot, asset, ledger_sum) SELECT $1, s.asset, s.units FROM unnest($2::text[], $3::numeric[]) AS s(asset, units)
     ON CONFLICT (snapshot, asset) DO UPDATE SET ledger_sum = r.ledger_sum + excluded.ledger_sum`,
    [id, [...sums.keys()], [...sums.values()]],
  );
}

export type LeafRow = Owned & { hash: string; nonce: string };

export async function insertLeaves(tx: Tx, id: string, leaves: readonly LeafRow[]): Promise<void> {
  if (leaves.length === 0) return;
  await tx.query(
    `INSERT INTO liability_leaves (snapshot, asset, hash, user_id, book, amount, nonce)
     SELECT $1, l.asset, decode(l.hash, 'hex'), l.user_id, l.book, l.amount, decode(l.nonce, 'hex')
       FROM unnest($2::text[], $3::text[], $4::int8[], $5::int8[], $6::numeric[], $7::text[]) AS l(asset, hash, user_id, book, amount, nonce)`,
    [
      id,
      leaves.map(({ asset }) => asset),
      leaves.map(({ hash }) => hash),
      leaves.map(({ userId }) => userId),
      leaves.map(({ book }) => book),
      leaves.map(({ units }) => units),
      leaves.map(({ nonce }) => nonce),
    ],
  );
}

/** Returns the first asset of a tree after another one; null: there is none. */
export async function findNextAsset(tx: Tx, { id, after }: { id: string; after: string }): Promise<string | null> {
  const sql = 'SELECT asset FROM liability_roots WHERE snapshot = $1 AND asset > $2 ORDER BY asset LIMIT 1';
  return (await tx.query<{ asset: string }>(sql, [id, after])).rows[0]?.asset ?? null;
}

export async function setRoot(
  tx: Tx,
  { id, asset, hash, sum, leaves }: { id: string; asset: string; hash: string; sum: bigint; leaves: number },
) {
  await tx.query(`UPDATE liability_roots SET hash = decode($3, 'hex'), sum = $4, leaves = $5 WHERE snapshot = $1 AND asset = $2`, [
    ...[id, asset, hash, sum, leaves],
  ]);
}

export async function endSnapshot(tx: Tx, { id, state, at }: { id: string; state: 'done' | 'failed'; at: number }): Promise<void> {
  await tx.query(`UPDATE liability_snapshots SET state = $2, done_at = CASE WHEN $2 = 'done' THEN $3::int8 END WHERE id = $1`, [
    id,
    state,
    at,
  ]);
}

/** Returns the assets of a tree whose root is not what the ledger said of that moment. */
export async function findWrongRoots(tx: Tx, id: string): Promise<string[]> {
  const sql = 'SELECT asset FROM liability_roots WHERE snapshot = $1 AND sum IS DISTINCT FROM ledger_sum ORDER BY asset LIMIT 200';
  return (await tx.query<{ asset: string }>(sql, [id])).rows.map(({ asset }) => asset);
}

/** Sums are base units; null: there is none. */
export type ProvedSum = { asset: string; root: bigint | null; leaves: bigint | null; ledger: bigint | null };

/** Sums up the newest published tree anew: its leaves, and all accounts of members as of its last journal. Every leaf and account is read. */
export async function proveNewest(tx: Tx): Promise<{ id: string; at: number; sums: ProvedSum[] } | null> {
  const { rows: newest } = await tx.query<{ id: string; at: string; journal: string }>(
    `SELECT id, at, journal FROM liability_snapshots WHERE state = 'done' AND is_whole ORDER BY at DESC, id DESC LIMIT 1`,
  );
  const [found] = newest;
  if (found === undefined) return null;
  const { rows } = await tx.query<Record<'asset', string> & Record<'root' | 'leaves' | 'ledger', string | null>>(
    `WITH late AS (SELECT account_id, sum(amount) AS amount FROM ledger_postings WHERE journal_id > $2 GROUP BY account_id),
       ledger AS (SELECT a.asset, sum(a.balance - coalesce(late.amount, 0)) AS ledger FROM ledger_accounts a JOIN users u ON u.id = a.user_id
                    LEFT JOIN late ON late.account_id = a.id WHERE ${OWNED} GROUP BY a.asset HAVING sum(a.balance - coalesce(late.amount, 0)) <> 0),
       leaves AS (SELECT asset, sum(amount) AS leaves FROM liability_leaves WHERE snapshot = $1 GROUP BY asset)
     SELECT asset, r.root, leaves, ledger FROM (SELECT asset, sum AS root FROM liability_roots WHERE snapshot = $1) r
       FULL JOIN leaves USING (asset) FULL JOIN ledger USING (asset) ORDER BY asset`,
    [found.id, found.journal],
  );
  const toUnits = (text: string | null) => (text === null ? null : BigInt(text));
  const sums = rows.map(({ asset, ...row }) => ({
    ...{ asset, root: toUnits(row.root), leaves: toUnits(row.leaves), ledger: toUnits(row.ledger) },
  }));
  return { id: found.id, at: Number(found.at), sums };
}

/** Returns what the roots of a tree sum to, by asset, in base units. */
export async function readSums(tx: Tx, id: string): Promise<ReadonlyMap<string, bigint>> {
  const { rows } = await tx.query<{ asset: string; sum: string }>('SELECT asset, sum FROM liability_roots WHERE snapshot = $1', [id]);
  return new Map(rows.map(({ asset, sum }) => [asset, BigInt(sum)]));
}
