import { PAGE_SIZE } from '../../../lib/protocol/wire';
import type { PresaleMode, Vesting } from '../../../lib/rules/presale';
import type { Tx } from '../../platform/db';
import { mayBeTried } from '../../platform/row-retries';

/** `price` in base units of USDT a token; tokens are whole; times in ms. */
export type PresaleTerms = {
  code: string;
  asset: string;
  price: bigint;
  supply: bigint;
  mode: PresaleMode;
  softCap: bigint;
  amountMin: bigint;
  amountMax: bigint;
  startsAt: number;
  endsAt: number;
  vesting: Vesting;
};
export type Presale = PresaleTerms & {
  id: string;
  sold: bigint;
  state: 'open' | 'settling' | 'over';
  outcome: 'sold' | 'missed' | 'cancelled' | null;
};
type Text = Record<string, string | null>;
const TERMS =
  'code, asset, price, supply, mode, soft_cap, amount_min, amount_max, starts_at, ends_at, vesting_first, vesting_parts, vesting_days';
const COLUMNS = `id, ${TERMS}, sold, state, outcome`;
const toVesting = (row: Text): Vesting => ({
  first: Number(row.vesting_first),
  parts: Number(row.vesting_parts),
  days: Number(row.vesting_days),
});
const toPresale = (row: Text): Presale => ({
  id: String(row.id),
  code: String(row.code),
  asset: String(row.asset),
  price: BigInt(row.price ?? 0),
  supply: BigInt(row.supply ?? 0),
  mode: row.mode as PresaleMode,
  softCap: BigInt(row.soft_cap ?? 0),
  amountMin: BigInt(row.amount_min ?? 0),
  amountMax: BigInt(row.amount_max ?? 0),
  startsAt: Number(row.starts_at),
  endsAt: Number(row.ends_at),
  vesting: toVesting(row),
  sold: BigInt(row.sold ?? 0),
  state: row.state as Presale['state'],
  outcome: row.outcome as Presale['outcome'],
});

const valuesOf = ({ vesting, ...terms }: PresaleTerms) => [
  terms.code,
  terms.asset,
  terms.price,
  terms.supply,
  terms.mode,
  terms.softCap,
  terms.amountMin,
  terms.amountMax,
  terms.startsAt,
  terms.endsAt,
  vesting.first,
  vesting.parts,
  vesting.days,
];

/** Adds a sale; null where one of this code is there. */
export async function insertPresale(tx: Tx, terms: PresaleTerms): Promise<Presale | null> {
  const { rows } = await tx.query<Text>(
    `INSERT INTO presales (${TERMS}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) ON CONFLICT (code) DO NOTHING RETURNING ${COLUMNS}`,
    valuesOf(terms),
  );
  return rows[0] === undefined ? null : toPresale(rows[0]);
}

/** Sets the terms of a sale. */
export async function updatePresale(tx: Tx, { id, terms }: { id: string; terms: PresaleTerms }): Promise<void> {
  await tx.query(`UPDATE presales SET (${TERMS}) = ROW ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) WHERE id = $14`, [
    ...valuesOf(terms),
    id,
  ]);
}

/** Returns sales, those that end last first. */
export async function listPresales(tx: Tx, limit: number, offset = 0): Promise<Presale[]> {
  const { rows } = await tx.query<Text>(`SELECT ${COLUMNS} FROM presales ORDER BY ends_at DESC, id DESC LIMIT $1 OFFSET $2`, [
    limit,
    offset,
  ]);
  return rows.map(toPresale);
}

/** Returns a sale; null: there is none of the number. */
export async function findPresale(tx: Tx, id: string): Promise<Presale | null> {
  const { rows } = await tx.query<Text>(`SELECT ${COLUMNS} FROM presales WHERE id = $1`, [id]);
  return rows[0] === undefined ? null : toPresale(rows[0]);
}

/** Locks a sale: whoever buys takes turns here, before any account is locked. */
export async function lockPresale(tx: Tx, id: string): Promise<Presale | null> {
  const { rows } = await tx.query<Text>(`SELECT ${COLUMNS} FROM presales WHERE id = $1 FOR UPDATE`, [id]);
  return rows[0] === undefined ? null : toPresale(rows[0]);
}

/** A sale that waits for a purchase which could not be settled lets others go first for so long; the purchase is tried again after an hour. */
const SALE_ASIDE_MS = 60_000;
const PURCHASE_ASIDE_MS = 3_600_000;

/** Locks a sale that is being settled, or is to be by `now` (ms); null where none is, another process has it, or each was put aside. */
export async function lockDuePresale(tx: Tx, now: number): Promise<Presale | null> {
  const { rows } = await tx.query<Text>(
    `SELECT ${COLUMNS} FROM presales WHERE (state = 'settling' OR (state = 'open' AND ends_at <= $1)) AND ${mayBeTried('sale', '$2', 'presales.')}
      ORDER BY ends_at, id LIMIT 1 FOR UPDATE SKIP LOCKED`,
    [now, now - SALE_ASIDE_MS],
  );
  return rows[0] === undefined ? null : toPresale(rows[0]);
}

export async function movePresale(tx: Tx, { id, state, outcome }: Pick<Presale, 'id' | 'state' | 'outcome'>): Promise<void> {
  await tx.query('UPDATE presales SET state = $2, outcome = $3 WHERE id = $1', [id, state, outcome]);
}

/** Lets other sales go first for a minute; `why` where the sale itself could not be done. */
export async function putSaleAside(tx: Tx, { id, at, why = null }: { id: string; at: number; why?: string | null }): Promise<void> {
  await tx.query("UPDATE presales SET aside_at = $2, aside_error = $3 WHERE id = $1 AND state <> 'over'", [id, at, why]);
}

/** Leaves a purchase out of what is to be settled, or of what vests, for an hour. */
export async function putPurchaseAside(tx: Tx, { id, at, why }: { id: string; at: number; why: string }): Promise<void> {
  const sql =
    'UPDATE presale_purchases SET aside_at = $2, aside_error = $3 WHERE id = $1 AND (settled_at IS NULL OR next_part_at IS NOT NULL)';
  await tx.query(sql, [id, at, why]);
}

export async function addSold(tx: Tx, { id, tokens }: { id: string; tokens: bigint }): Promise<void> {
  await tx.query('UPDATE presales SET sold = sold + $2 WHERE id = $1', [id, tokens]);
}

export type Purchase = {
  id: string;
  presaleId: string;
  userId: string;
  tokens: bigint;
  boughtAt: number;
  allotted: bigint | null;
  /** Of what was allotted, what was given out; in whole tokens. */
  delivered: bigint;
  partsDone: number;
  nextPartAt: number | null;
};
const PURCHASE = 'p.id, p.presale_id, p.user_id, p.tokens, p.bought_at, p.allotted, p.delivered, p.parts_done, p.next_part_at';
const toPurchase = (row: Text): Purchase => ({
  id: String(row.id),
  presaleId: String(row.presale_id),
  userId: String(row.user_id),
  tokens: BigInt(row.tokens ?? 0),
  boughtAt: Number(row.bought_at),
  allotted: row.allotted == null ? null : BigInt(row.allotted),
  delivered: BigInt(row.delivered ?? 0),
  partsDone: Number(row.parts_done),
  nextPartAt: row.next_part_at == null ? null : Number(row.next_part_at),
});

export async function insertPurchase(tx: Tx, input: { presaleId: string; userId: string; tokens: bigint; at: number }): Promise<Purchase> {
  const { rows } = await tx.query<Text>(
    `INSERT INTO presale_purchases AS p (presale_id, user_id, tokens, bought_at) VALUES ($1, $2, $3, $4) RETURNING ${PURCHASE}`,
    [input.presaleId, input.userId, input.tokens, input.at],
  );
  if (rows[0] === undefined) throw new Error('a purchase was not inserted');
  return toPurchase(rows[0]);
}

/** Returns how often somebody has bought in a sale, and how many tokens they have asked for. */
export async function readBought(tx: Tx, input: { presaleId: string; userId: string }): Promise<{ count: number; tokens: bigint }> {
  const sql = 'SELECT count(*) AS count, coalesce(sum(tokens), 0) AS tokens FROM presale_purchases WHERE presale_id = $1 AND user_id = $2';
  const { rows } = await tx.query<{ count: string; tokens: string }>(sql, [input.presaleId, input.userId]);
  return { count: Number(rows[0]?.count), tokens: BigInt(rows[0]?.tokens ?? 0) };
}

/** Returns the next purchases of a sale that are not settled, in their order; none that was put aside. */
export async function listUnsettled(tx: Tx, input: { presaleId: string; limit: number; now: number }): Promise<Purchase[]> {
  const { rows } = await tx.query<Text>(
    `SELECT ${PURCHASE} FROM presale_purchases p WHERE p.presale_id = $1 AND p.settled_at IS NULL AND ${mayBeTried('purchase', '$3', 'p.')}
      ORDER BY p.id LIMIT $2 FOR UPDATE`,
    [input.presaleId, input.limit, input.now - PURCHASE_ASIDE_MS],
  );
  return rows.map(toPurchase);
}

/** True while a purchase of a sale is not settled, also one that was put aside. */
export async function hasUnsettled(tx: Tx, presaleId: string): Promise<boolean> {
  const { rowCount } = await tx.query('SELECT 1 FROM presale_purchases WHERE presale_id = $1 AND settled_at IS NULL LIMIT 1', [presaleId]);
  return rowCount > 0;
}

type Delivered = { id: string; allotted: bigint; delivered: bigint; partsDone: number; nextPartAt: number | null };

/** Writes what purchases got, how much of it was delivered, and when more is. */
export async function settlePurchases(tx: Tx, input: { rows: readonly Delivered[]; at: number }): Promise<void> {
  await tx.query(
    `UPDATE presale_purchases p
        SET allotted = n.allotted, settled_at = coalesce(p.settled_at, $6), delivered = n.delivered, parts_done = n.parts_done, next_part_at = n.next_part_at
       FROM unnest($1::int8[], $2::int8[], $3::int8[], $4::int4[], $5::int8[]) AS n(id, allotted, delivered, parts_done, next_part_at) WHERE p.id = n.id`,
    [
      input.rows.map(({ id }) => id),
      input.rows.map(({ allotted }) => allotted),
      input.rows.map(({ delivered }) => delivered),
      input.rows.map(({ partsDone }) => partsDone),
      input.rows.map(({ nextPartAt }) => nextPartAt),
      input.at,
    ],
  );
}

export type VestingPurchase = Purchase & { asset: string; endsAt: number; vesting: Vesting };

/** Locks the purchases of which a part is due by `now` (ms), earliest first; what another process has, or was put aside, is left out. */
export async function lockDueParts(tx: Tx, { now, limit }: { now: number; limit: number }): Promise<VestingPurchase[]> {
  const { rows } = await tx.query<Text>(
    `SELECT ${PURCHASE}, s.asset, s.ends_at, s.vesting_first, s.vesting_parts, s.vesting_days
       FROM presale_purchases p JOIN presales s ON s.id = p.presale_id
      WHERE p.next_part_at <= $1 AND ${mayBeTried('purchase', '$3', 'p.')} ORDER BY p.next_part_at, p.id LIMIT $2 FOR UPDATE OF p SKIP LOCKED`,
    [now, limit, now - PURCHASE_ASIDE_MS],
  );
  return rows.map((row) => ({ ...toPurchase(row), asset: String(row.asset), endsAt: Number(row.ends_at), vesting: toVesting(row) }));
}

/** One page of a user's purchases, newest first, each with its sale. */
export async function listPurchases(
  tx: Tx,
  input: { userId: string; offset: number },
): Promise<{ purchase: Purchase; asset: string; price: bigint }[]> {
  const { rows } = await tx.query<Text>(
    `SELECT ${PURCHASE}, s.asset, s.price FROM presale_purchases p JOIN presales s ON s.id = p.presale_id
      WHERE p.user_id = $1 ORDER BY p.id DESC LIMIT $2 OFFSET $3`,
    [input.userId, PAGE_SIZE, input.offset],
  );
  return rows.map((row) => ({ purchase: toPurchase(row), asset: String(row.asset), price: BigInt(row.price ?? 0) }));
}
