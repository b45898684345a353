import { getAssetScale } from '../modules/ledger/ledger';
import type { Tx } from '../platform/db';
import { fromUnits } from '../platform/decimal';
import { FEE_NAME_PATTERNS } from './fee-accounts';

const DAY_MS = 86_400_000;
/** Journals are numbered when they are written and dated by their cause: the two differ by less than this. */
const SLACK_MS = 60 * 60_000;
/** A row for each kind of journal and coin: fewer than this by far. */
const FIGURES_MAX = 50_000;

/** A day in UTC: from `from` to before `to`, in ms. */
export type Day = { from: number; to: number };

export function describeDay(day: string): Day {
  const from = Date.parse(`${day}T00:00:00Z`);
  return { from, to: from + DAY_MS };
}

/** Returns the first number of a journal that was made at `at` (ms) or later, by halving: there is no index of times. */
async function findJournalAt(tx: Tx, at: number): Promise<bigint> {
  const { rows } = await tx.query<{ least: string | null; most: string | null }>(
    'SELECT min(id) AS least, max(id) AS most FROM ledger_journals',
  );
  let low = BigInt(rows[0]?.least ?? '0');
  let high = BigInt(rows[0]?.most ?? '0') + 1n;
  while (low < high) {
    const middle = (low + high) / 2n;
    const found = await tx.query<{ id: string; at: Date }>(
      'SELECT id, created_at AS at FROM ledger_journals WHERE id >= $1 ORDER BY id LIMIT 1',
      [String(middle)],
    );
    const [row] = found.rows;
    if (row === undefined || row.at.getTime() >= at) high = middle;
    else low = BigInt(row.id) + 1n;
  }
  return low;
}

async function findBounds(tx: Tx, { from, to }: Day): Promise<[string, string]> {
  return [String(await findJournalAt(tx, from - SLACK_MS)), String(await findJournalAt(tx, to + SLACK_MS))];
}

const write = (units: string, asset: string) => fromUnits(BigInt(units), getAssetScale(asset));
type Sum = { realm: string; name: string; asset: string; journals: string; amount: string };
const toRow = ({ realm, name, asset, journals, amount }: Sum) => [realm, name, asset, journals, write(amount, asset)];

/** What each kind of journal moved, in and out of any account, once: the sum of what it added. */
export async function readLedgerDay(tx: Tx, day: Day): Promise<string[][]> {
  const { rows } = await tx.query<Sum>(
    `SELECT j.realm, j.code AS name, a.asset, count(DISTINCT j.id) AS journals, sum(p.amount) FILTER (WHERE p.amount > 0) AS amount
       FROM ledger_journals j JOIN ledger_postings p ON p.journal_id = j.id JOIN ledger_accounts a ON a.id = p.account_id
      WHERE j.id >= $1 AND j.id < $2 AND j.created_at >= to_timestamp($3::int8 / 1000.0) AND j.created_at < to_timestamp($4::int8 / 1000.0)
      GROUP BY j.realm, j.code, a.asset ORDER BY j.realm DESC, j.code, a.asset LIMIT $5`,
    [...(await findBounds(tx, day)), day.from, day.to, FIGURES_MAX],
  );
  return rows.map(toRow);
}

/** What the house's accounts of fees took in, less what went back. */
export async function readFeesDay(tx: Tx, day: Day): Promise<string[][]> {
  const { rows } = await tx.query<Sum>(
    `SELECT a.realm, split_part(a.address, ':', 3) AS name, a.asset, count(DISTINCT j.id) AS journals, sum(p.amount) AS amount
       FROM ledger_journals j JOIN ledger_postings p ON p.journal_id = j.id
       JOIN ledger_accounts a ON a.id = p.account_id AND a.owner = 'house' AND split_part(a.address, ':', 3) LIKE ANY($6::text[])
      WHERE j.id >= $1 AND j.id < $2 AND j.created_at >= to_timestamp($3::int8 / 1000.0) AND j.created_at < to_timestamp($4::int8 / 1000.0)
      GROUP BY 1, 2, 3 ORDER BY 1 DESC, 2, 3 LIMIT $5`,
    [...(await findBounds(tx, day)), day.from, day.to, FIGURES_MAX, FEE_NAME_PATTERNS],
  );
  return rows.map(toRow);
}

/** What came in over each chain and left over it; before and after are what had come in and not left. */
export async function readCustodyDay(tx: Tx, day: Day): Promise<string[][]> {
  const { rows } = await tx.query<{ chain: string; asset: string; now: string; later: string; came: string; went: string }>(
    `SELECT split_part(a.address, ':', 3) AS chain, a.asset, -a.balance AS now,
            -coalesce(sum(p.amount) FILTER (WHERE j.created_at >= to_timestamp($4::int8 / 1000.0)), 0) AS later,
            -coalesce(sum(p.amount) FILTER (WHERE p.amount < 0 AND j.created_at < to_timestamp($4::int8 / 1000.0)
              AND j.created_at >= to_timestamp($3::int8 / 1000.0)), 0) AS came,
            coalesce(sum(p.amount) FILTER (WHERE p.amount > 0 AND j.created_at < to_timestamp($4::int8 / 1000.0)
              AND j.created_at >= to_timestamp($3::int8 / 1000.0)), 0) AS went
       FROM ledger_accounts a LEFT JOIN ledger_postings p ON p.account_id = a.id AND p.journal_id >= $1
       LEFT JOIN ledger_journals j ON j.id = p.journal_id
      WHERE a.owner = 'outside' AND a.address LIKE 'outside:real:chain-%' GROUP BY a.id ORDER BY 1, 2 LIMIT $2`,
    [String(await findJournalAt(tx, day.from - SLACK_MS)), FIGURES_MAX, day.from, day.to],
  );
  return rows.map(({ chain, asset, now, later, came, went }) => {
    const after = BigInt(now) - BigInt(later);
    const before = after - BigInt(came) + BigInt(went);
    return [chain.replace('chain-', ''), asset, ...[before, BigInt(came), BigInt(went), after].map((units) => write(String(units), asset))];
  });
}

/** The withdrawals that were asked for on a day, with their number and without their addresses. */
export async function readWithdrawalsDay(tx: Tx, { from, to, after, limit }: Day & { after: string | null; limit: number }) {
  const { rows } = await tx.query<Record<'id' | 'user_id' | 'asset' | 'network' | 'amount' | 'fee' | 'state' | 'at', string>>(
    `SELECT id, user_id, asset, network, amount, fee, state, requested_at AS at FROM withdrawals
      WHERE requested_at >= $1 AND requested_at < $2 AND id > $3 ORDER BY id LIMIT $4`,
    [from, to, after ?? '0', limit],
  );
  return {
    columns: ['withdrawal', 'user', 'coin', 'network', 'amount', 'fee', 'state', 'asked at'],
    rows: rows.map((row) => [
      ...[row.id, row.user_id, row.asset, row.network, write(row.amount, row.asset), write(row.fee, row.asset), row.state],
      new Date(Number(row.at)).toISOString(),
    ]),
    next: rows.length < limit ? null : (rows.at(-1)?.id ?? null),
  };
}
