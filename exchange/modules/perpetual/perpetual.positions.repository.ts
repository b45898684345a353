import type { Mode, PerpetualOrigin, PositionSide } from '../../../lib/protocol/wire';
import { formatScaled, toScaled } from '../../../lib/rules/decimal';
import { PERPETUAL_SCALE } from '../../../lib/rules/perpetual';
import type { Tx } from '../../platform/db';
import { formatPrice, takeIds } from '../matching/matching';
import type { Position } from './perpetual.position';

/** A position with where it stands, as a row of `perpetual_positions`. */
export type PositionRow = { market: string; mode: Mode; position: Position };

const AMOUNTS = [
  'quantity',
  'cost',
  'margin',
  'realized',
  'fees',
  'funding',
  'opened_quantity',
  'opened_cost',
  'closed_quantity',
  'closed_value',
  'margin_most',
] as const;
export const POSITION_COLUMNS = `id, user_id, mode, market, side, leverage, terms_version, take_profit, stop_loss, ${AMOUNTS.join(', ')}, funded_through, opened_at, updated_at, closed_at, close_origin`;

type PositionRecord = Record<(typeof AMOUNTS)[number] | 'id' | 'user_id' | 'market' | 'funded_through', string> & {
  mode: Mode;
  side: PositionSide;
  leverage: number;
  terms_version: number;
  take_profit: string | null;
  stop_loss: string | null;
  opened_at: Date;
  updated_at: Date;
  closed_at: Date | null;
  close_origin: PerpetualOrigin | null;
};

export function readPosition(record: Record<string, unknown>): PositionRow {
  const row = record as PositionRecord;
  const price = (text: string | null) => (text === null ? null : toScaled(formatPrice(text), PERPETUAL_SCALE));
  return {
    market: row.market,
    mode: row.mode,
    position: {
      identity: { id: Number(row.id) },
      owner: Number(row.user_id),
      side: row.side,
      leverage: row.leverage,
      termsVersion: row.terms_version,
      takeProfit: price(row.take_profit),
      stopLoss: price(row.stop_loss),
      quantity: BigInt(row.quantity),
      cost: BigInt(row.cost),
      margin: BigInt(row.margin),
      realized: BigInt(row.realized),
      fees: BigInt(row.fees),
      funding: BigInt(row.funding),
      fundedThrough: Number(row.funded_through),
      openedQuantity: BigInt(row.opened_quantity),
      openedCost: BigInt(row.opened_cost),
      closedQuantity: BigInt(row.closed_quantity),
      closedValue: BigInt(row.closed_value),
      marginMost: BigInt(row.margin_most),
      openedAt: row.opened_at.getTime(),
      updatedAt: row.updated_at.getTime(),
      closedAt: row.closed_at?.getTime() ?? null,
      closeOrigin: row.close_origin,
    },
  };
}

/** Writes positions as they are now, those that ended first, and gives new ones their id. Two statements however many there are. */
export async function writePositions(tx: Tx, rows: readonly PositionRow[]): Promise<void> {
  const fresh = rows.filter(({ position }) => position.identity.id === null);
  const { perpetual_position_ids: ids } = await takeIds(tx, { perpetual_position_ids: fresh.length });
  for (const [index, { position }] of fresh.entries()) position.identity.id = ids[index] as number;
  // The index of open positions takes one of a user and market: the old one has to be closed when the new one comes.
  await upsert(
    tx,
    rows.filter(({ position }) => position.closedAt !== null),
  );
  await upsert(
    tx,
    rows.filter(({ position }) => position.closedAt === null),
  );
}

async function upsert(tx: Tx, rows: readonly PositionRow[]): Promise<void> {
  if (rows.length === 0) return;
  const column = (pick: (position: Position) => unknown) => rows.map(({ position }) => pick(position));
  const price = (units: bigint | null) => (units === null ? null : formatScaled(units, PERPETUAL_SCALE));
  const changing = [
    'side',
    'leverage',
    'terms_version',
    'take_profit',
    'stop_loss',
    ...AMOUNTS,
    'funded_through',
    'updated_at',
    'closed_at',
    'close_origin',
  ];
  await tx.query(
    `INSERT INTO perpetual_positions (${POSITION_COLUMNS})
     SELECT id, user_id, mode, market, side, leverage, terms_version, tp, sl, ${AMOUNTS.join(', ')}, funded_through, to_timestamp(opened_at / 1000.0), to_timestamp(updated_at / 1000.0),
            to_timestamp(closed_at / 1000.0), close_origin
       FROM unnest($1::int8[], $2::int8[], $3::text[], $4::text[], $5::text[], $6::int4[], $7::numeric[], $8::numeric[], $9::numeric[], $10::numeric[],
                   $11::numeric[], $12::numeric[], $13::numeric[], $14::numeric[], $15::numeric[], $16::numeric[], $17::numeric[], $18::numeric[],
                   $19::numeric[], $20::int8[], $21::int8[], $22::int8[], $23::int8[], $24::text[], $25::int4[])
         AS n(id, user_id, mode, market, side, leverage, tp, sl, ${AMOUNTS.join(', ')}, funded_through, opened_at, updated_at, closed_at, close_origin, terms_version)
     ON CONFLICT (id) DO UPDATE SET ${changing.map((name) => `${name} = excluded.${name}`).join(', ')}`,
    [
      column(({ identity }) => String(identity.id)),
      column(({ owner }) => String(owner)),
      rows.map(({ mode }) => mode),
      rows.map(({ market }) => market),
      column(({ side }) => side),
      column(({ leverage }) => leverage),
      column(({ takeProfit }) => price(takeProfit)),
      column(({ stopLoss }) => price(stopLoss)),
      column(({ quantity }) => quantity),
      column(({ cost }) => cost),
      column(({ margin }) => margin),
      column(({ realized }) => realized),
      column(({ fees }) => fees),
      column(({ funding }) => funding),
      column(({ openedQuantity }) => openedQuantity),
      column(({ openedCost }) => openedCost),
      column(({ closedQuantity }) => closedQuantity),
      column(({ closedValue }) => closedValue),
      column(({ marginMost }) => marginMost),
      column(({ fundedThrough }) => String(fundedThrough)),
      column(({ openedAt }) => String(openedAt)),
      column(({ updatedAt }) => String(updatedAt)),
      column(({ closedAt }) => (closedAt === null ? null : String(closedAt))),
      column(({ closeOrigin }) => closeOrigin),
      column(({ termsVersion }) => termsVersion),
    ],
  );
}

/** Where an open position is. */
export type PositionPlace = { owner: number; mode: Mode; market: string };

/** Returns where those of these positions are that are open, by number. */
export async function findOpenPositions(tx: Tx, ids: readonly number[]): Promise<Map<number, PositionPlace>> {
  if (ids.length === 0) return new Map();
  const { rows } = await tx.query<{ id: string; user_id: string; mode: Mode; market: string }>(
    'SELECT id, user_id, mode, market FROM perpetual_positions WHERE id = ANY($1::int8[]) AND closed_at IS NULL',
    [ids],
  );
  return new Map(rows.map(({ id, user_id, mode, market }) => [Number(id), { owner: Number(user_id), mode, market }]));
}
