import { type Mode, PAGE_SIZE, type PositionSide } from '../../../lib/protocol/wire';
import { calculateLiquidationPrice, calculateWarningPrice } from '../../../lib/rules/perpetual';
import type { Tx } from '../../platform/db';
import { ID_END, collectPage, SCAN_ROWS_MAX, type OwnRowsInput } from '../../platform/keyset-pages';
import { offsetOf } from '../../platform/offset-pages';
import { type FillCore, type FillCoreRecord, readFillCore } from '../matching/matching';
import { POSITION_COLUMNS, type PositionRow, readPosition } from './perpetual.positions.repository';
import type { RulesOf } from './perpetual.rules';
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

/** Returns what orders paid in fees as takers in the journals after one up to another, in base units of USDT. */
export async function sumTakerFees(
  tx: Tx,
  { orders, after, upTo }: { orders: readonly string[]; after: string; upTo: string },
): Promise<bigint> {
  const { rows } = await tx.query<{ fees: string | null }>(
    'SELECT sum(taker_fee) AS fees FROM perpetual_fills WHERE taker_order_id = ANY($1::int8[]) AND journal_id > $2 AND journal_id <= $3',
    [orders, after, upTo],
  );
  return BigInt(rows[0]?.fees ?? '0');
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

type Place = Owner & { market: string };

type Asked = { of: readonly Place[]; rulesOf: RulesOf; priceOf: PriceOf };

async function findMarkPrices(tx: Tx, { of, rulesOf, priceOf }: Asked): Promise<({ side: PositionSide; price: string } | null)[]> {
  const { rows } = await tx.query(
    `SELECT ${POSITION_COLUMNS} FROM perpetual_positions
      WHERE (market, mode, user_id) IN (SELECT * FROM unnest($1::text[], $2::text[], $3::int8[])) AND closed_at IS NULL`,
    [of.map(({ market }) => market), of.map(({ mode }) => mode), of.map(({ userId }) => userId)],
  );
  const keyOf = (place: Place) => `${place.userId} ${place.mode} ${place.market}`;
  const prices = new Map(
    rows.map(readPosition).map((row) => {
      const price = priceOf({ terms: rulesOf(row.market, row.position.termsVersion), position: row.position });
      return [
        keyOf({ ...row, userId: String(row.position.owner) }),
        price === null ? null : { side: row.position.side, price: formatUnits8(price) },
      ];
    }),
  );
  return of.map((place) => prices.get(keyOf(place)) ?? null);
}

/** Returns the sides and liquidation prices (mark prices) of open positions, in the order asked; null: there is none, or no price does it. */
export function findLiquidations(tx: Tx, of: readonly Place[], rulesOf: RulesOf) {
  return findMarkPrices(tx, { of, rulesOf, priceOf: calculateLiquidationPrice });
}

/** The same with the prices at which their people are warned. */
export function findWarnings(tx: Tx, of: readonly Place[], rulesOf: RulesOf) {
  return findMarkPrices(tx, { of, rulesOf, priceOf: calculateWarningPrice });
}

/** Returns where positions are open above `after`, in the order of markets, modes and users. */
export async function listOpenPlaces(tx: Tx, { after, limit }: { after: Place | null; limit: number }): Promise<Place[]> {
  const { rows } = await tx.query<Place>(
    `SELECT user_id AS "userId", mode, market FROM perpetual_positions
      WHERE closed_at IS NULL AND (market, mode, user_id) > ($1, $2, $3::int8) ORDER BY market, mode, user_id LIMIT $4`,
    [after?.market ?? '', after?.mode ?? '', after?.userId ?? '0', limit],
  );
  return rows;
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

/**
 * Returns one page of a user's closed positions, the one that was closed last first, and the number after which the next one begins. A look passes
 * by `SCAN_ROWS_MAX` of them within the range.
 */
export async function listClosedRange(tx: Tx, input: OwnRowsInput): Promise<{ rows: PositionRow[]; next: string | null }> {
  const { userId, mode, market, kind, from, to, before, limit } = input;
  return collectPage<PositionRow>(
    { end: before ?? ID_END, limit },
    {
      numberOf: ({ position }) => String(position.identity.id),
      async look(after, count) {
        const { rows } = await tx.query(
          `WITH passed AS (
             SELECT ${POSITION_COLUMNS} FROM perpetual_positions
              WHERE user_id = $1 AND mode = $2 AND closed_at IS NOT NULL
                AND ($3::int8 IS NULL OR closed_at >= to_timestamp($3 / 1000.0)) AND ($4::int8 IS NULL OR closed_at < to_timestamp($4 / 1000.0))
                AND ($5::int8 = ${ID_END} OR (closed_at, id) < (SELECT closed_at, id FROM perpetual_positions WHERE id = $5 AND user_id = $1 AND mode = $2))
              ORDER BY closed_at DESC, id DESC LIMIT ${SCAN_ROWS_MAX}),
           edge AS (SELECT count(*)::int4 AS passed, (SELECT id FROM passed ORDER BY closed_at, id LIMIT 1) AS last FROM passed)
           SELECT p.*, edge.passed, edge.last FROM edge LEFT JOIN LATERAL (
             SELECT * FROM passed WHERE ($6::text IS NULL OR market = $6) AND ($7::text IS NULL OR close_origin = $7)
              ORDER BY closed_at DESC, id DESC LIMIT $8) p ON true`,
          [userId, mode, from, to, after, market, kind, count],
        );
        const edge = rows[0] as { passed: number; last: string | null } | undefined;
        return {
          rows: rows.filter(({ id }) => id !== null).map(readPosition),
          end: edge === undefined || edge.passed < SCAN_ROWS_MAX ? null : edge.last,
        };
      },
    },
  );
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
