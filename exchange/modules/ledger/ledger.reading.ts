import type { Mode } from '../../../lib/protocol/wire';
import type { Tx } from '../../platform/db';
import { ASSETS, type BalancePart, getAssetScale, toPart } from './ledger.addresses';
import { type JournalCode, listExternalCodes } from './ledger.codes';

/** In base units of the asset, whose decimals are `scale`. */
export type BalanceRow = { asset: string; scale: number; available: bigint; locked: bigint; margin: bigint };

type SumRow = { asset: string; part: string; amount: string };

/** Returns a user's balances of one mode: every asset of the ledger, zeros too, in the order of `ASSETS`. */
export async function getBalances(tx: Tx, input: { userId: string; mode: Mode }): Promise<BalanceRow[]> {
  const { rows } = await tx.query<SumRow>('SELECT asset, part, balance AS amount FROM ledger_accounts WHERE user_id = $1 AND realm = $2', [
    input.userId,
    input.mode,
  ]);
  return toBalanceRows(rows);
}

/** Returns the balances as they were at a moment (ms): what the last posting before it says. */
export async function getBalancesAt(tx: Tx, input: { userId: string; mode: Mode; at: number }): Promise<BalanceRow[]> {
  const { rows } = await tx.query<SumRow>(
    `SELECT a.asset, a.part, coalesce(last.balance_after, 0) AS amount FROM ledger_accounts a
       LEFT JOIN LATERAL (
         SELECT p.balance_after FROM ledger_postings p JOIN ledger_journals j ON j.id = p.journal_id
          WHERE p.account_id = a.id AND j.created_at < to_timestamp($3::int8 / 1000.0) ORDER BY p.journal_id DESC, p.line DESC LIMIT 1
       ) last ON true
      WHERE a.user_id = $1 AND a.realm = $2`,
    [input.userId, input.mode, input.at],
  );
  return toBalanceRows(rows);
}

/** Returns what came in from outside less what left since a moment (ms), in base units by asset. */
export async function sumExternalFlows(tx: Tx, input: { userId: string; mode: Mode; since: number }): Promise<Map<string, bigint>> {
  const { rows } = await tx.query<{ asset: string; amount: string }>(
    `SELECT a.asset, sum(p.amount) AS amount FROM ledger_accounts a
       JOIN ledger_postings p ON p.account_id = a.id JOIN ledger_journals j ON j.id = p.journal_id
      WHERE a.user_id = $1 AND a.realm = $2 AND j.created_at >= to_timestamp($3::int8 / 1000.0) AND j.code = ANY($4::text[]) GROUP BY a.asset`,
    [input.userId, input.mode, input.since, listExternalCodes()],
  );
  return new Map(rows.map((row) => [row.asset, BigInt(row.amount)]));
}

/** Says whether a journal with this code and reference was posted. */
export async function hasJournal(tx: Tx, input: { code: JournalCode; reference: string }): Promise<boolean> {
  const { rows } = await tx.query('SELECT 1 FROM ledger_journals WHERE code = $1 AND reference = $2', [input.code, input.reference]);
  return rows.length > 0;
}

/** One line of a user's own account. `id` is `<journal>.<line>`, `amount` is signed, `balance` is that part afterwards; base units. */
export type EntryRow = {
  id: string;
  journalId: string;
  at: number;
  code: string;
  reference: string;
  asset: string;
  scale: number;
  part: BalancePart;
  amount: bigint;
  balance: bigint;
};

type EntryRowText = {
  journal_id: string;
  line: number;
  at: string;
  code: string;
  reference: string;
  asset: string;
  part: string;
  amount: string;
  balance: string;
};

/** The most entries one question returns. */
const ENTRIES_MAX = 5_000;

export type EntryFilter = {
  userId: string;
  mode: Mode;
  asset?: string | undefined;
  codes?: readonly JournalCode[] | undefined;
  reference?: string | undefined;
  journalIds?: readonly string[] | undefined;
  order?: 'newest' | 'oldest';
  limit: number;
  offset?: number;
};

/** Returns a user's ledger lines of one mode, newest first unless asked otherwise; never another user's. At most 5,000. */
export async function listEntries(tx: Tx, filter: EntryFilter): Promise<EntryRow[]> {
  const direction = filter.order === 'oldest' ? 'ASC' : 'DESC';
  const { rows } = await tx.query<EntryRowText>(
    `SELECT p.journal_id, p.line, (extract(epoch FROM j.created_at) * 1000)::int8 AS at, j.code, j.reference, a.asset, a.part,
            p.amount, p.balance_after AS balance
       FROM ledger_accounts a JOIN ledger_postings p ON p.account_id = a.id JOIN ledger_journals j ON j.id = p.journal_id
      WHERE a.user_id = $1 AND a.realm = $2 AND ($3::text IS NULL OR a.asset = $3) AND ($4::text[] IS NULL OR j.code = ANY($4))
        AND ($5::text IS NULL OR j.reference = $5) AND ($6::int8[] IS NULL OR p.journal_id = ANY($6))
      ORDER BY p.journal_id ${direction}, p.line ${direction} LIMIT $7 OFFSET $8`,
    [
      filter.userId,
      filter.mode,
      filter.asset ?? null,
      filter.codes ?? null,
      filter.reference ?? null,
      filter.journalIds ?? null,
      Math.min(filter.limit, ENTRIES_MAX),
      filter.offset ?? 0,
    ],
  );
  return rows.map((row) => ({
    id: `${row.journal_id}.${row.line}`,
    journalId: row.journal_id,
    at: Number(row.at),
    code: row.code,
    reference: row.reference,
    asset: row.asset,
    scale: getAssetScale(row.asset),
    part: toPart(row.part),
    amount: BigInt(row.amount),
    balance: BigInt(row.balance),
  }));
}

function toBalanceRows(rows: readonly SumRow[]): BalanceRow[] {
  const amounts = new Map(rows.map((row) => [`${row.asset} ${row.part}`, BigInt(row.amount)]));
  const find = (asset: string, part: BalancePart) => amounts.get(`${asset} ${part}`) ?? 0n;
  return ASSETS.map((asset) => ({
    asset,
    scale: getAssetScale(asset),
    available: find(asset, 'available'),
    locked: find(asset, 'locked'),
    margin: find(asset, 'margin'),
  }));
}
