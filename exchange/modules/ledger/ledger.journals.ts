import type { Mode } from '../../../lib/protocol/wire';
import type { MarketJournals } from '../../composition/module';
import type { Tx } from '../../platform/db';
import { fromUnits } from '../../platform/decimal';
import { collectPage, findRange, type ListPage } from '../../platform/keyset-pages';
import { getAssetScale } from './ledger.addresses';
import { type EntryRow, listEntries, toWirePart } from './ledger.reading';

/** Journals that one look passes by at most where not all of them are listed. */
export const SCAN_JOURNALS_MAX = 500;
/** Lines of one account in one journal. */
const LINES_MAX = 20;

/** What one journal did to a user's account: its lines, oldest first, and the fee that was kept from what came in, base units. */
export type OwnJournal = {
  id: string;
  at: number;
  code: string;
  reference: string;
  entries: EntryRow[];
  fee: { asset: string; scale: number; amount: bigint } | null;
};

export type JournalListInput = ListPage & {
  userId: string;
  mode: Mode;
  asset: string | null;
  codes: readonly string[] | null;
  /** Beside `codes`, where a code alone doesn't say whether a journal is listed. */
  isListed?(journal: { code: string; reference: string }): boolean;
  /** Of codes whose fee is kept from what their owner receives: the name of the house's accounts that take it, as far as the market. */
  feeNames: ReadonlyMap<string, string>;
  /** Only journals of this market, which those who post them tell apart. */
  market?: { symbol: string; tellers: readonly MarketJournals[] } | null;
  /** Only journals after this one. */
  after?: string;
};

/** Returns one page of the journals that moved a user's money, newest first, and the number before which the next one begins. */
export async function listOwnJournals(tx: Tx, input: JournalListInput): Promise<{ rows: OwnJournal[]; next: string | null }> {
  const passedMax = codesOf(input) === null ? null : SCAN_JOURNALS_MAX;
  const found = await collectJournals(tx, input, { passedMax, pick: (journals) => Promise.resolve(journals) });
  return {
    rows: await readJournals(
      tx,
      input,
      found.rows.map(({ id }) => id),
    ),
    next: found.next,
  };
}

type Picking<Row> = {
  /** Journals that a look passes by at most; null stands for as many as are looked for. */
  passedMax: number | null;
  /** Returns what a page lists of the journals that a look found, in their order. */
  pick(journals: readonly PassedJournal[]): Promise<readonly Row[]>;
};

/** Passes by the journals that moved a user's money, newest first, in looks, and collects one page of what is picked of them. */
export async function collectJournals<Row extends { id: string }>(
  tx: Tx,
  input: JournalListInput,
  { passedMax, pick }: Picking<Row>,
): Promise<{ rows: Row[]; next: string | null }> {
  const range = await findRange(tx, 'ledger_journals', input);
  const { end } = range;
  const first = input.after !== undefined && BigInt(input.after) >= BigInt(range.first) ? String(BigInt(input.after) + 1n) : range.first;
  const codes = codesOf(input);
  return collectPage<Row>(
    { end, limit: input.limit },
    {
      numberOf: ({ id }) => id,
      async look(before, limit) {
        const lookMax = passedMax ?? limit;
        const passed = await listJournalIds(tx, { ...input, first, before, limit: lookMax });
        const last = passed.at(-1);
        if (last === undefined) return { rows: [], end: null };
        const { rows } = await tx.query<PassedJournal>(
          `SELECT id, code, reference FROM ledger_journals
            WHERE id = ANY($1::int8[]) AND ($2::text[] IS NULL OR code = ANY($2))
              AND ($3::int8 IS NULL OR created_at >= to_timestamp($3 / 1000.0)) AND ($4::int8 IS NULL OR created_at < to_timestamp($4 / 1000.0))
            ORDER BY id DESC`,
          [passed, codes, input.from, input.to],
        );
        const listed = rows.filter((journal) => input.isListed?.(journal) ?? true);
        const matching = input.market == null ? listed : await pickOfMarket(tx, input.market, listed);
        return { rows: (await pick(matching)).slice(0, limit), end: passed.length < lookMax ? null : last };
      },
    },
  );
}

export type PassedJournal = { id: string; code: string; reference: string };

/** The codes to which a list is narrowed, null where it isn't: of a market there are only journals whose codes are told apart by market. */
function codesOf({ codes, market }: Pick<JournalListInput, 'codes' | 'market'>): readonly string[] | null {
  if (market == null) return codes;
  const told = market.tellers.flatMap((teller) => teller.codes);
  return codes === null ? told : told.filter((code) => codes.includes(code));
}

/** Leaves those of the journals that are of a market, in their order. */
async function pickOfMarket(
  tx: Tx,
  { symbol, tellers }: NonNullable<JournalListInput['market']>,
  journals: readonly PassedJournal[],
): Promise<PassedJournal[]> {
  const picked = new Map<string, ReadonlySet<string>>();
  for (const { codes, pick } of tellers) {
    const references = journals.filter(({ code }) => codes.includes(code)).map(({ reference }) => reference);
    const found = references.length === 0 ? new Set<string>() : await pick(tx, { market: symbol, references });
    for (const code of codes) picked.set(code, found);
  }
  return journals.filter(({ code, reference }) => picked.get(code)?.has(reference) === true);
}

/** Returns the numbers of the journals of these codes that carry a reference: one of each code at most. */
export async function findJournals(tx: Tx, { codes, reference }: { codes: readonly string[]; reference: string }): Promise<string[]> {
  const sql = 'SELECT id FROM ledger_journals WHERE code = ANY($1::text[]) AND reference = $2 ORDER BY id';
  return (await tx.query<{ id: string }>(sql, [codes, reference])).rows.map(({ id }) => id);
}

/** Returns the number of the newest journal that moved a user's money in one mode, `0` before the first. */
export async function findNewestJournal(tx: Tx, { userId, mode }: { userId: string; mode: Mode }): Promise<string> {
  const { rows } = await tx.query<{ id: string | null }>(
    `SELECT max(p.journal_id) AS id FROM ledger_accounts a CROSS JOIN LATERAL (
       SELECT journal_id FROM ledger_postings WHERE account_id = a.id ORDER BY account_id DESC, journal_id DESC LIMIT 1) p
      WHERE a.user_id = $1 AND a.realm = $2`,
    [userId, mode],
  );
  return rows[0]?.id ?? '0';
}

/** The newest journals of each of the account's parts, by their index, and the newest of those. */
async function listJournalIds(
  tx: Tx,
  input: { userId: string; mode: Mode; asset: string | null; first: string; before: string; limit: number },
): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `SELECT DISTINCT p.journal_id AS id FROM ledger_accounts a CROSS JOIN LATERAL (
       SELECT journal_id FROM ledger_postings
        WHERE account_id = a.id AND journal_id < $3 AND journal_id >= $4 ORDER BY account_id DESC, journal_id DESC LIMIT $6) p
      WHERE a.user_id = $1 AND a.realm = $2 AND ($5::text IS NULL OR a.asset = $5) ORDER BY id DESC LIMIT $6`,
    [input.userId, input.mode, input.before, input.first, input.asset, input.limit],
  );
  return rows.map(({ id }) => id);
}

/** Returns what journals did to a user's account, in the order of their numbers as given; those that didn't touch it are left out. */
export async function readJournals(
  tx: Tx,
  { userId, mode, feeNames }: Pick<JournalListInput, 'userId' | 'mode' | 'feeNames'>,
  ids: readonly string[],
): Promise<OwnJournal[]> {
  if (ids.length === 0) return [];
  const entries = await listEntries(tx, { userId, mode, journalIds: ids, order: 'oldest', limit: ids.length * LINES_MAX });
  const journals = new Map<string, OwnJournal>();
  for (const entry of entries) {
    const { journalId: id, at, code, reference } = entry;
    const journal = journals.get(id) ?? { id, at, code, reference, entries: [], fee: null };
    journals.set(id, journal);
    journal.entries.push(entry);
  }
  await addFees(tx, [...journals.values()], feeNames);
  return ids.flatMap((id) => journals.get(id) ?? []);
}

/** Returns lines as the protocol shows them. */
export function toLinesWire(entries: readonly EntryRow[]) {
  return entries.map(({ id, asset, amount, balance, scale, part }) => ({
    id,
    coin: asset,
    amount: fromUnits(amount, scale),
    balance: fromUnits(balance, scale),
    part: toWirePart(part),
  }));
}

/** A fee is kept from what its owner receives, so it is the house's line in an asset that came in. */
async function addFees(tx: Tx, journals: readonly OwnJournal[], feeNames: ReadonlyMap<string, string>): Promise<void> {
  const charged = journals.filter(({ code }) => feeNames.has(code));
  if (charged.length === 0) return;
  const { rows } = await tx.query<{ journal_id: string; asset: string; name: string; amount: string }>(
    `SELECT p.journal_id, a.asset, split_part(a.address, ':', 3) AS name, p.amount
       FROM ledger_postings p JOIN ledger_accounts a ON a.id = p.account_id WHERE p.journal_id = ANY($1::int8[]) AND a.owner = 'house'`,
    [charged.map(({ id }) => id)],
  );
  for (const journal of charged) {
    const received = new Set(journal.entries.filter(({ amount }) => amount > 0n).map(({ asset }) => asset));
    const line = rows.find(
      (row) => row.journal_id === journal.id && received.has(row.asset) && row.name.startsWith(feeNames.get(journal.code) ?? row.name),
    );
    if (line !== undefined) journal.fee = { asset: line.asset, scale: getAssetScale(line.asset), amount: BigInt(line.amount) };
  }
}
