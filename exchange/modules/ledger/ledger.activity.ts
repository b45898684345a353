import type { BookKind, Mode } from '../../../lib/protocol/wire';
import type { JournalActivity, OrderActivity } from '../../composition/module';
import type { Tx } from '../../platform/db';
import {
  collectJournals,
  type JournalListInput,
  SCAN_JOURNALS_MAX,
  type OwnJournal,
  type PassedJournal,
  readJournals,
} from './ledger.journals';

/** Journals per scan of an unfiltered list: a page of activities rarely has more. */
const ALL_JOURNALS_MAX = 200;

/** In base units of the asset. */
type Amount = { asset: string; amount: bigint };

/** One activity of an account: what its owner did, with every journal booked for it. */
export type OwnActivity = {
  /** Unique among the account's activities. */
  name: string;
  at: number;
  /** Of what was booked last: its code, and the reference under which all of it is found. */
  code: string;
  reference: string;
  /** What an order or a pair of them came to. */
  order: (OrderActivity & { of: BookKind }) | null;
  /** By how much each coin changed in all, signed; what only moved between the account's parts is not in it. */
  changes: readonly Amount[];
  /** What of it is set aside now. */
  held: readonly Amount[];
  /** What was set aside and came back, where nothing else is left of it. */
  back: Amount | null;
  /** What was kept from what came in. */
  fee: Amount | null;
};

export type ActivityListInput = JournalListInput & {
  tellers: readonly JournalActivity[];
  sharedCodes: readonly string[];
};

/** A journal with the act that it is part of; `id` is the journal's. */
type Led = PassedJournal & { name: string; order: { teller: JournalActivity; id: string } | null; isAlone: boolean };

/**
 * Returns one page of what an owner did, newest first by what was booked last, and the number before which the next page begins. Each row says what
 * all of it came to, also where a list is narrowed to some of its journals. One whose journals lie on both sides of a page's end is on both pages, as
 * the same row: the first one counts.
 */
export async function listActivity(tx: Tx, input: ActivityListInput): Promise<{ rows: OwnActivity[]; next: string | null }> {
  const known = new Set<string>();
  const { rows, next } = await collectJournals<Led>(tx, input, {
    passedMax: input.codes === null ? ALL_JOURNALS_MAX : SCAN_JOURNALS_MAX,
    async pick(journals) {
      const led = await nameActivities(tx, input, journals);
      return led.filter(({ name }) => !known.has(name) && known.add(name));
    },
  });
  const leaders = await readJournals(
    tx,
    input,
    rows.map(({ id }) => id),
  );
  const leaderOf = new Map(leaders.map((journal) => [journal.id, journal]));
  const [orders, gathered] = [await readOrders(tx, input, rows), await gatherJournals(tx, input, rows, leaders)];
  return {
    rows: rows.flatMap((led) => {
      const leader = leaderOf.get(led.id);
      if (leader === undefined) return [];
      const order = orders.get(led.name);
      return [order === undefined ? toActivity(led.name, gathered.get(led.name) ?? [leader]) : toOrderActivity(led.name, leader, order)];
    }),
    next,
  };
}

/** Says of each journal what it is part of: its order, what shares its reference, or itself alone. */
async function nameActivities(
  tx: Tx,
  { userId, mode, tellers, sharedCodes }: ActivityListInput,
  journals: readonly PassedJournal[],
): Promise<Led[]> {
  const found = new Map<JournalActivity, ReadonlyMap<string, string>>();
  for (const teller of tellers) {
    const references = journals.filter(({ code }) => teller.codes.includes(code)).map(({ reference }) => reference);
    if (references.length > 0) found.set(teller, await teller.find(tx, { userId, mode }, references));
  }
  const shared = new Set(sharedCodes);
  return journals.map((journal) => {
    const teller = tellers.find(({ codes }) => codes.includes(journal.code));
    const id = teller === undefined ? undefined : found.get(teller)?.get(journal.reference);
    if (teller !== undefined && id !== undefined) return { ...journal, name: `${teller.of}:${id}`, order: { teller, id }, isAlone: false };
    const isAlone = !shared.has(journal.code);
    return { ...journal, name: isAlone ? `journal:${journal.id}` : journal.reference, order: null, isAlone };
  });
}

async function readOrders(
  tx: Tx,
  { userId, mode, tellers }: ActivityListInput,
  rows: readonly Led[],
): Promise<Map<string, OrderActivity & { of: BookKind }>> {
  const orders = new Map<string, OrderActivity & { of: BookKind }>();
  for (const teller of tellers) {
    const ids = rows.flatMap(({ order }) => (order?.teller === teller ? [order.id] : []));
    if (ids.length === 0) continue;
    for (const [id, order] of await teller.read(tx, { userId, mode }, ids)) orders.set(`${teller.of}:${id}`, { ...order, of: teller.of });
  }
  return orders;
}

/** Every journal of acts that are told by their reference: one of each code at most. Newest first. */
async function gatherJournals(
  tx: Tx,
  input: ActivityListInput,
  rows: readonly Led[],
  leaders: readonly OwnJournal[],
): Promise<Map<string, OwnJournal[]>> {
  const shared = rows.filter(({ order, isAlone }) => order === null && !isAlone).map(({ reference }) => reference);
  const gathered = new Map<string, OwnJournal[]>();
  if (shared.length === 0) return gathered;
  const { rows: journals } = await tx.query<{ id: string }>(
    `SELECT j.id FROM unnest($1::text[]) AS c(code) CROSS JOIN unnest($2::text[]) AS r(reference) CROSS JOIN LATERAL (
       SELECT id FROM ledger_journals WHERE code = c.code AND reference = r.reference LIMIT 1) j ORDER BY j.id DESC`,
    [input.sharedCodes, shared],
  );
  const read = new Set(leaders.map(({ id }) => id));
  const others = await readJournals(
    tx,
    input,
    journals.map(({ id }) => id).filter((id) => !read.has(id)),
  );
  for (const journal of [...leaders, ...others]) gathered.set(journal.reference, [...(gathered.get(journal.reference) ?? []), journal]);
  return gathered;
}

function toOrderActivity(name: string, { at, code, reference }: OwnJournal, order: OrderActivity & { of: BookKind }): OwnActivity {
  const fee = order.fee.amount === 0n ? null : order.fee;
  return { name, at, code, reference, order, changes: order.changes, held: [], back: null, fee };
}

/** Of what was booked at the last moment, the first journal says what it was: a repayment, not the interest beside it. */
function toActivity(name: string, journals: readonly OwnJournal[]): OwnActivity {
  const at = Math.max(...journals.map((journal) => journal.at));
  const last = journals.filter((journal) => journal.at === at).reduce((a, b) => (BigInt(a.id) < BigInt(b.id) ? a : b));
  const lines = journals.flatMap(({ entries }) => entries);
  const fees = journals.flatMap(({ fee }) => (fee === null ? [] : [fee]));
  const changes = sumByAsset(lines);
  const held = sumByAsset(lines.filter(({ part }) => part !== 'available')).filter(({ amount }) => amount > 0n);
  const back = changes.length > 0 || held.length > 0 ? undefined : lines.find(({ part, amount }) => part === 'available' && amount > 0n);
  return {
    ...{ name, at, code: last.code, reference: last.reference, order: null, changes, held },
    back: back === undefined ? null : { asset: back.asset, amount: back.amount },
    fee: sumByAsset(fees)[0] ?? null,
  };
}

function sumByAsset(lines: readonly Amount[]): Amount[] {
  const sums = new Map<string, bigint>();
  for (const { asset, amount } of lines) sums.set(asset, (sums.get(asset) ?? 0n) + amount);
  return [...sums].flatMap(([asset, amount]) => (amount === 0n ? [] : [{ asset, amount }]));
}

/** Postings that one statement sums: what an account did in years is summed piece by piece. */
const SUMMED_MAX = 10_000;
type OwnCodes = {
  userId: string;
  mode: Mode;
  asset: string;
  codes: readonly string[];
  after: string;
  upTo: string;
  pieceMax?: number | undefined;
};

/** Returns what journals of some codes, after one journal up to another, changed in all parts of one asset of a user, in base units by code. */
export async function sumOwnCodes(tx: Tx, { codes, after, pieceMax = SUMMED_MAX, ...of }: OwnCodes): Promise<ReadonlyMap<string, bigint>> {
  const sums = new Map<string, bigint>();
  const accounts = await tx.query<{ id: string }>('SELECT id FROM ledger_accounts WHERE user_id = $1 AND realm = $2 AND asset = $3', [
    of.userId,
    of.mode,
    of.asset,
  ]);
  for (const { id } of accounts.rows) {
    for (let from = after, isMore = true; isMore; ) {
      const piece = await sumPiece(tx, { account: id, after: from, upTo: of.upTo, pieceMax });
      for (const { code, amount } of piece) if (codes.includes(code)) sums.set(code, (sums.get(code) ?? 0n) + BigInt(amount));
      isMore = piece.reduce((count, { postings }) => count + Number(postings), 0) >= pieceMax;
      from = piece.reduce((last, { journal }) => (BigInt(journal) > BigInt(last) ? journal : last), from);
    }
  }
  return sums;
}

/** Sums the next postings of an account by code, those of the last journal whole. */
async function sumPiece(tx: Tx, { account, after, upTo, pieceMax }: { account: string; after: string; upTo: string; pieceMax: number }) {
  const { rows } = await tx.query<{ code: string; amount: string; postings: string; journal: string }>(
    `SELECT j.code, sum(p.amount) AS amount, count(*) AS postings, max(p.journal_id)::text AS journal
       FROM (SELECT journal_id, amount FROM ledger_postings WHERE account_id = $1 AND journal_id > $2 AND journal_id <= $3
              ORDER BY journal_id FETCH FIRST $4 ROWS WITH TIES) p
       JOIN ledger_journals j ON j.id = p.journal_id GROUP BY j.code`,
    [account, after, upTo, pieceMax],
  );
  return rows;
}

/** Returns what journals of one code changed in a user's account, in base units by reference: one look at the index of references for each. */
export async function sumOwnLines(
  tx: Tx,
  input: { userId: string; mode: Mode; code: string; references: readonly string[] },
): Promise<ReadonlyMap<string, bigint>> {
  if (input.references.length === 0) return new Map();
  const { rows } = await tx.query<{ reference: string; amount: string }>(
    `SELECT j.reference, sum(p.amount) AS amount
       FROM ledger_journals j JOIN ledger_postings p ON p.journal_id = j.id JOIN ledger_accounts a ON a.id = p.account_id
      WHERE j.code = $1 AND j.reference = ANY($2::text[]) AND a.user_id = $3 AND a.realm = $4 GROUP BY j.reference`,
    [input.code, input.references, input.userId, input.mode],
  );
  return new Map(rows.map(({ reference, amount }) => [reference, BigInt(amount)]));
}
