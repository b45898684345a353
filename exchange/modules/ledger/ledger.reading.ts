import type { LEDGER_PARTS } from '../../../lib/protocol/balances';
import type { Mode } from '../../../lib/protocol/wire';
import type { Tx } from '../../platform/db';
import { ASSETS, type BalancePart, getAssetScale, toPart } from './ledger.addresses';

/** In base units of the asset, whose decimals are `scale`. `locked` is all that is reserved: by orders, and by holds for other purposes. */
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

/** Returns what a user had after a journal, as `getBalances` says what there is now: one look at the index for each account. */
export async function getBalancesAt(tx: Tx, input: { userId: string; mode: Mode; journalId: string }): Promise<BalanceRow[]> {
  const { rows } = await tx.query<SumRow>(
    `SELECT a.asset, a.part, p.balance_after AS amount FROM ledger_accounts a CROSS JOIN LATERAL (
       SELECT balance_after FROM ledger_postings WHERE account_id = a.id AND journal_id <= $3 ORDER BY journal_id DESC, line DESC LIMIT 1) p
      WHERE a.user_id = $1 AND a.realm = $2`,
    [input.userId, input.mode, input.journalId],
  );
  return toBalanceRows(rows);
}

/**
 * What a user has, and how it came to that since the beginning of a day (ms, 00:00 UTC): `before` is the total of each asset then, all parts
 * together, `external` what came in from outside less what left since. Base units by asset; assets with nothing are left out of both. `changes` is what
 * journals of each code have changed of an asset since.
 */
export type BalancesSince = {
  balances: BalanceRow[];
  before: Map<string, bigint>;
  external: Map<string, bigint>;
  changes: { code: string; asset: string; units: bigint }[];
};

/** Reads balances and kept sums as of one moment: a few rows for each asset, however long the history is. */
export async function getBalancesSince(
  tx: Tx,
  input: { userId: string; mode: Mode; dayStart: number; externalCodes: readonly string[] },
): Promise<BalancesSince> {
  const { rows } = await tx.query<SumRow & { is_balance: boolean }>(
    `SELECT true AS is_balance, asset, part, balance AS amount FROM ledger_accounts WHERE user_id = $1 AND realm = $2
     UNION ALL
     SELECT false, asset, code, amount FROM ledger_daily_sums WHERE user_id = $1 AND realm = $2 AND day >= $3::date`,
    [input.userId, input.mode, toDay(input.dayStart)],
  );
  const balances = rows.filter((row) => row.is_balance);
  const before = new Map<string, bigint>();
  const external = new Map<string, bigint>();
  const externalCodes = new Set(input.externalCodes);
  const add = (sums: Map<string, bigint>, asset: string, amount: bigint) => sums.set(asset, (sums.get(asset) ?? 0n) + amount);
  for (const row of rows) {
    add(before, row.asset, row.is_balance ? BigInt(row.amount) : -BigInt(row.amount));
    if (!row.is_balance && externalCodes.has(row.part)) add(external, row.asset, BigInt(row.amount));
  }
  const changes = rows.filter((row) => !row.is_balance).map(({ part, asset, amount }) => ({ code: part, asset, units: BigInt(amount) }));
  return { balances: toBalanceRows(balances), before, external, changes };
}

/** Returns how many journals of a code have changed a user's total of an asset since the beginning of a day (ms, 00:00 UTC). */
export async function countJournalsSince(
  tx: Tx,
  input: { userId: string; mode: Mode; asset: string; code: string; dayStart: number },
): Promise<number> {
  const { rows } = await tx.query<{ journals: string }>(
    `SELECT coalesce(sum(journals), 0) AS journals FROM ledger_daily_sums
      WHERE user_id = $1 AND realm = $2 AND day >= $3::date AND asset = $4 AND code = $5`,
    [input.userId, input.mode, toDay(input.dayStart), input.asset, input.code],
  );
  return Number(rows[0]?.journals);
}

/** Returns by how much journals of some codes have changed a user's totals since the beginning of a day (ms, 00:00 UTC), in base units by asset. */
export async function sumJournalsSince(
  tx: Tx,
  input: { userId: string; mode: Mode; codes: readonly string[]; dayStart: number },
): Promise<Map<string, bigint>> {
  const { rows } = await tx.query<{ asset: string; amount: string }>(
    `SELECT asset, sum(amount) AS amount FROM ledger_daily_sums
      WHERE user_id = $1 AND realm = $2 AND day >= $3::date AND code = ANY($4::text[]) GROUP BY asset`,
    [input.userId, input.mode, toDay(input.dayStart), input.codes],
  );
  return new Map(rows.map(({ asset, amount }) => [asset, BigInt(amount)]));
}

function toDay(dayStart: number): string {
  return new Date(dayStart).toISOString().slice(0, 10);
}

/** Returns what accounts have, in base units, by address; those that were never opened are left out. */
export async function getAccountBalances(tx: Tx, addresses: readonly string[]): Promise<Map<string, bigint>> {
  const sql = 'SELECT address, balance FROM ledger_accounts WHERE address = ANY($1::text[])';
  const { rows } = await tx.query<{ address: string; balance: string }>(sql, [addresses]);
  return new Map(rows.map(({ address, balance }) => [address, BigInt(balance)]));
}

/** Says whether a journal with this code and reference was posted. */
export async function hasJournal(tx: Tx, input: { code: string; reference: string }): Promise<boolean> {
  const { rows } = await tx.query('SELECT 1 FROM ledger_journals WHERE code = $1 AND reference = $2', [input.code, input.reference]);
  return rows.length > 0;
}

/**
 * Returns what journals of rare codes, such as fundings of the house, have moved into accounts, in base units by address: every journal of the codes is
 * read.
 */
export async function sumPostings(
  tx: Tx,
  input: { addresses: readonly string[]; codes: readonly string[] },
): Promise<ReadonlyMap<string, bigint>> {
  const { rows } = await tx.query<{ address: string; amount: string }>(
    `SELECT a.address, sum(p.amount) AS amount
       FROM ledger_journals j JOIN ledger_postings p ON p.journal_id = j.id JOIN ledger_accounts a ON a.id = p.account_id
      WHERE j.code = ANY($1) AND a.address = ANY($2) GROUP BY a.address`,
    [input.codes, input.addresses],
  );
  return new Map(rows.map(({ address, amount }) => [address, BigInt(amount)]));
}

/** Purposes of one coin that are listed. */
const PURPOSES_MAX = 50;

/** Returns what of a user's asset is reserved, by what for, largest first: base units; `until` (ms) is when the first of them ends, null for orders. */
export async function listReserved(
  tx: Tx,
  input: { userId: string; mode: Mode; asset: string },
): Promise<{ purpose: string; amount: bigint; until: number | null }[]> {
  const { rows } = await tx.query<{ purpose: string; amount: string; until: string | null }>(
    `SELECT purpose, sum(amount) AS amount, min(until) AS until FROM reservations WHERE user_id = $1 AND realm = $2 AND asset = $3
      GROUP BY purpose ORDER BY sum(amount) DESC LIMIT ${PURPOSES_MAX}`,
    [input.userId, input.mode, input.asset],
  );
  return rows.map(({ purpose, amount, until }) => ({ purpose, amount: BigInt(amount), until: until === null ? null : Number(until) }));
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

type EntryRowText = Record<'journal_id' | 'at' | 'code' | 'reference' | 'asset' | 'part' | 'amount' | 'balance', string> & { line: number };

/** The most entries one question returns. */
const ENTRIES_MAX = 5_000;

/** `family`: of journals with the reference those whose code begins so. */
export type EntryFilter = {
  userId: string;
  mode: Mode;
  asset?: string | undefined;
  codes?: readonly string[] | undefined;
  reference?: string | undefined;
  family?: string | undefined;
  journalIds?: readonly string[] | undefined;
  order?: 'newest' | 'oldest';
  limit: number;
  offset?: number;
};

/** Returns a user's ledger lines of one mode, newest first unless asked otherwise; never another user's. At most 5,000. */
export async function listEntries(tx: Tx, filter: EntryFilter): Promise<EntryRow[]> {
  // By the index of references: asked of the lines themselves, it would go through all of the user's.
  const named = filter.reference === undefined ? undefined : await findJournalIds(tx, filter.reference, filter.family);
  const direction = filter.order === 'oldest' ? 'ASC' : 'DESC';
  const { rows } = await tx.query<EntryRowText>(
    `SELECT p.journal_id, p.line, (extract(epoch FROM j.created_at) * 1000)::int8 AS at, j.code, j.reference, a.asset, a.part,
            p.amount, p.balance_after AS balance
       FROM ledger_accounts a JOIN ledger_postings p ON p.account_id = a.id JOIN ledger_journals j ON j.id = p.journal_id
      WHERE a.user_id = $1 AND a.realm = $2 AND ($3::text IS NULL OR a.asset = $3) AND ($4::text[] IS NULL OR j.code = ANY($4))
        AND ($5::int8[] IS NULL OR p.journal_id = ANY($5)) AND ($6::int8[] IS NULL OR p.journal_id = ANY($6))
      ORDER BY p.journal_id ${direction}, p.line ${direction} LIMIT $7 OFFSET $8`,
    [
      filter.userId,
      filter.mode,
      filter.asset ?? null,
      filter.codes ?? null,
      named ?? null,
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

/** Every code that was ever posted: one look at the index of references for each, however many journals there are. */
const WITH_CODES = `WITH RECURSIVE codes AS (
  (SELECT code FROM ledger_journals ORDER BY code LIMIT 1)
  UNION ALL
  SELECT next.code FROM codes CROSS JOIN LATERAL (SELECT code FROM ledger_journals WHERE code > codes.code ORDER BY code LIMIT 1) next)`;

/** Returns the codes that were ever posted. */
export async function listPostedCodes(tx: Tx): Promise<string[]> {
  return (await tx.query<{ code: string }>(`${WITH_CODES} SELECT code FROM codes`)).rows.map(({ code }) => code);
}

/** One journal of each code at most. */
async function findJournalIds(tx: Tx, reference: string, family = ''): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `${WITH_CODES} SELECT j.id FROM codes CROSS JOIN LATERAL (
       SELECT id FROM ledger_journals WHERE code = codes.code AND reference = $1) j WHERE starts_with(codes.code, $2)`,
    [reference, family],
  );
  return rows.map((row) => row.id);
}

/** Returns the wire's name of a part: whatever is reserved, by orders or for another purpose, is `held`. */
export function toWirePart(part: BalancePart): (typeof LEDGER_PARTS)[number] {
  return part === 'locked' || part === 'hold' ? 'held' : part;
}

function toBalanceRows(rows: readonly SumRow[]): BalanceRow[] {
  const amounts = new Map(rows.map((row) => [`${row.asset} ${row.part}`, BigInt(row.amount)]));
  const find = (asset: string, part: BalancePart) => amounts.get(`${asset} ${part}`) ?? 0n;
  return ASSETS.map((asset) => ({
    asset,
    scale: getAssetScale(asset),
    available: find(asset, 'available'),
    locked: find(asset, 'locked') + find(asset, 'hold'),
    margin: find(asset, 'margin'),
  }));
}
