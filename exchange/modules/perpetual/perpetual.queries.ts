import { type Mode, PAGE_SIZE, type PositionSide } from '../../../lib/protocol/wire';
import { calculateLiquidationPrice, calculateWarningPrice } from '../../../lib/rules/perpetual';
import { createPerpetualTerms } from '../../../lib/rules/perpetual-terms';
import type { Tx } from '../../platform/db';
import { offsetOf } from '../../platform/pages';
import { type FillCore, type FillCoreRecord, readFillCore } from '../matching/matching';
import { POSITION_COLUMNS, type PositionRow, readPosition } from './perpetual.positions.repository';
import { formatUnits8 } from './perpetual.wire';

type Owner = { userId: string; mode: Mode };
/** Fills of one order that are read at most. */
const FILLS_OF_ORDER_MAX = 1_000;

export type FillOfOrder = FillCore & { realized: bigint; journalId: string };

/** Returns the fills of one order from its owner's side, oldest first. */
export async function listFillsOfOrder(tx: Tx, orderId: string): Promise<FillOfOrder[]> {
  const common = 'id, price, quantity, value, journal_id, created_at';
  const { rows } = await tx.query<FillCoreRecord & Record<'realized' | 'journal_id', string>>(
    `SELECT * FROM (
       SELECT ${common}, maker_fee AS fee, maker_realized AS realized, true AS is_maker FROM perpetual_fills WHERE maker_order_id = $1
       UNION ALL
       SELECT ${common}, taker_fee, taker_realized, false FROM perpetual_fills WHERE taker_order_id = $1
     ) f ORDER BY id LIMIT $2`,
    [orderId, FILLS_OF_ORDER_MAX],
  );
  return rows.map((row) => ({ realized: BigInt(row.realized), journalId: row.journal_id, ...readFillCore(row) }));
}

/** Returns a user's open positions, newest first. */
export async function listPositions(tx: Tx, input: Owner & { market: string | null }): Promise<PositionRow[]> {
  const { rows } = await tx.query(
    `SELECT ${POSITION_COLUMNS} FROM perpetual_positions
      WHERE user_id = $1 AND mode = $2 AND ($3::text IS NULL OR market = $3) AND closed_at IS NULL ORDER BY id DESC LIMIT 100`,
    [input.userId, input.mode, input.market],
  );
  return rows.map(readPosition);
}

type PriceOf = typeof calculateLiquidationPrice;

async function findMarkPrice(
  tx: Tx,
  input: Owner & { market: string },
  priceOf: PriceOf,
): Promise<{ side: PositionSide; price: string } | null> {
  const [row] = await listPositions(tx, input);
  if (row === undefined) return null;
  const price = priceOf({ terms: createPerpetualTerms(row.market), position: row.position });
  return price === null ? null : { side: row.position.side, price: formatUnits8(price) };
}

/** Returns the side and the liquidation price (a mark price) of somebody's open position; null: there is none, or no price does it. */
export function findLiquidation(tx: Tx, input: Owner & { market: string }) {
  return findMarkPrice(tx, input, calculateLiquidationPrice);
}

/** The same with the price at which its person is warned. */
export function findWarning(tx: Tx, input: Owner & { market: string }) {
  return findMarkPrice(tx, input, calculateWarningPrice);
}

/** Returns what is open of an account, in a transaction, with numbers as text: quantity in base units of the coin, cost and margin in USDT units. */
export async function readOpenPositions(tx: Tx, owner: Owner) {
  const rows = await listPositions(tx, { ...owner, market: null });
  return rows.map(({ market, position: { identity, side, quantity, cost, margin } }) => ({
    id: String(identity.id),
    market,
    side,
    quantity,
    cost,
    margin,
  }));
}

/** Returns one page of a user's closed positions, newest first. */
export async function listClosedPositions(tx: Tx, input: Owner & { page: number }): Promise<PositionRow[]> {
  const { rows } = await tx.query(
    `SELECT ${POSITION_COLUMNS} FROM perpetual_positions
      WHERE user_id = $1 AND mode = $2 AND closed_at IS NOT NULL ORDER BY closed_at DESC, id DESC LIMIT $3 OFFSET $4`,
    [input.userId, input.mode, PAGE_SIZE, offsetOf(input.page)],
  );
  return rows.map(readPosition);
}
