import type { Mode, OrderSide, SpotOrderKind } from '../../../lib/protocol/wire';
import type { Tx } from '../../platform/db';
import { formatPrice } from '../matching/matching';

export type OwnFill = {
  id: string;
  orderId: string;
  market: string;
  side: OrderSide;
  kind: SpotOrderKind;
  price: string;
  quantity: bigint;
  value: bigint;
  fee: bigint;
  liquidity: 'maker' | 'taker';
  at: number;
};

type FillRecord = Record<'id' | 'order_id' | 'market' | 'price' | 'quantity' | 'value' | 'fee', string> & {
  side: OrderSide;
  kind: SpotOrderKind;
  is_maker: boolean;
  created_at: Date;
};

/** Returns one page of a user's fills, newest order first, then newest fill; `after` is the last row read so far. */
export async function listOwnFills(
  tx: Tx,
  input: { userId: string; mode: Mode; after: { orderId: string; fillId: string } | null; limit: number },
): Promise<OwnFill[]> {
  const { rows } = await tx.query<FillRecord>(
    `SELECT f.*, o.id AS order_id, o.market, o.side, o.kind FROM spot_orders o
       JOIN LATERAL (
         SELECT id, price, quantity, value, maker_fee AS fee, true AS is_maker, created_at FROM spot_fills WHERE maker_order_id = o.id
         UNION ALL
         SELECT id, price, quantity, value, taker_fee, false, created_at FROM spot_fills WHERE taker_order_id = o.id
       ) f ON true
      WHERE o.user_id = $1 AND o.mode = $2 AND o.filled > 0
        AND ($3::int8 IS NULL OR o.id < $3 OR (o.id = $3 AND f.id < $4::int8))
      ORDER BY o.id DESC, f.id DESC LIMIT $5`,
    [input.userId, input.mode, input.after?.orderId ?? null, input.after?.fillId ?? null, input.limit],
  );
  return rows.map((row) => ({
    id: row.id,
    orderId: row.order_id,
    market: row.market,
    side: row.side,
    kind: row.kind,
    price: formatPrice(row.price),
    quantity: BigInt(row.quantity),
    value: BigInt(row.value),
    fee: BigInt(row.fee),
    liquidity: row.is_maker ? 'maker' : 'taker',
    at: row.created_at.getTime(),
  }));
}
