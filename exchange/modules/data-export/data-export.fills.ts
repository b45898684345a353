import { amount, price, type Row, type Section, text, time } from './data-export.section';

/** Orders that one piece looks through: most have a few fills or none. */
const ORDERS_AT_ONCE = 100;
const START = ['', '0', '0'];
/** Above every number of a fill: this order is done. */
const PAST = '9223372036854775807';
const TABLES = {
  spot: { orders: 'spot_orders', fills: 'spot_fills' },
  perpetual: { orders: 'perpetual_orders', fills: 'perpetual_fills' },
} as const;

const SHOW = {
  id: text('id'),
  order: text('order_id'),
  account: text('mode'),
  market: text('market'),
  side: text('side'),
  price: price('price'),
  quantity: amount('quantity'),
  value: amount('value'),
  fee: amount('fee'),
  liquidity: text('liquidity'),
  at: time('created_at'),
};

/**
 * Returns the fills of a member's orders of one kind: the own side of each, nothing of who was on the other. It goes along the orders, so that a
 * member with many that were never filled costs no more in one piece.
 */
export function fills(kind: keyof typeof TABLES): Section {
  const tables = TABLES[kind];
  const side = (who: 'maker' | 'taker') =>
    `SELECT f.id, f.price, f.quantity, f.value, f.${who}_fee AS fee, '${who}' AS liquidity, f.created_at
       FROM ${tables.fills} f WHERE f.${who}_order_id = o.id`;
  return {
    name: `${kind}-fills`,
    columns: Object.keys(SHOW),
    async read(tx, { userId, after, limit }) {
      const [mode, order, fill] = after ?? START;
      const window = await tx.query<{ mode: string; id: string }>(
        `SELECT mode, id FROM ${tables.orders} WHERE user_id = $1 AND (mode, id) >= ($2::text, $3::int8) ORDER BY mode, id LIMIT $4`,
        [userId, mode, order, ORDERS_AT_ONCE],
      );
      const { rows } = await tx.query<Row>(
        `SELECT f.*, o.id AS order_id, o.mode, o.market, o.side FROM ${tables.orders} o CROSS JOIN LATERAL (${side('maker')} UNION ALL ${side('taker')}) f
          WHERE o.id = ANY($1::int8[]) AND (o.mode, o.id, f.id) > ($2::text, $3::int8, $4::int8) ORDER BY o.mode, o.id, f.id LIMIT $5`,
        [window.rows.map(({ id }) => id), mode, order, fill, limit],
      );
      const shown = rows.map((row) => Object.values(SHOW).map((of) => of(row)));
      const [lastFill, lastOrder] = [rows.at(-1), window.rows.at(-1)];
      if (rows.length === limit && lastFill !== undefined) {
        return { rows: shown, next: [String(lastFill.mode), String(lastFill.order_id), String(lastFill.id)] };
      }
      const isAll = window.rows.length < ORDERS_AT_ONCE || lastOrder === undefined;
      return { rows: shown, next: isAll ? null : [lastOrder.mode, lastOrder.id, PAST] };
    },
  };
}
