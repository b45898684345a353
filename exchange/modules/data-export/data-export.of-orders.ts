import { amount, price, type Row, type Section, text, time, yes } from './data-export.section';

/** Orders that one chunk looks through: most have a few fills or none. */
const ORDERS_AT_ONCE = 100;
const START = ['', '0', '0'];
/** Above every number of a row: this order is done. */
const PAST = '9223372036854775807';
const TABLES = {
  spot: { orders: 'spot_orders', fills: 'spot_fills' },
  perpetual: { orders: 'perpetual_orders', fills: 'perpetual_fills' },
} as const;
type Product = keyof typeof TABLES;

const OF_ORDER = { id: text('id'), order: text('order_id'), account: text('mode'), market: text('market'), side: text('side') };
const FILL = {
  ...OF_ORDER,
  price: price('price'),
  quantity: amount('quantity'),
  value: amount('value'),
  fee: amount('fee'),
  liquidity: text('liquidity'),
  at: time('created_at'),
};
const AMENDMENT = {
  ...OF_ORDER,
  price_before: price('price_before'),
  price_after: price('price_after'),
  quantity_before: amount('quantity_before'),
  quantity_after: amount('quantity_after'),
  stop_before: price('stop_before'),
  stop_after: price('stop_after'),
  take_profit_before: price('take_profit_before'),
  take_profit_after: price('take_profit_after'),
  stop_loss_before: price('stop_loss_before'),
  stop_loss_after: price('stop_loss_after'),
  stop_loss_limit_before: price('stop_loss_limit_before'),
  stop_loss_limit_after: price('stop_loss_limit_after'),
  place_kept: yes('is_place_kept'),
  at: time('created_at'),
};
type Shows = typeof FILL | typeof AMENDMENT;

/**
 * Returns a section of what belongs to a member's orders of one product; `rows` selects that of the order `o`, each with a number of its own. It goes
 * along the orders, so that a member with many that have nothing costs no more in one chunk.
 */
function ofOrders({ name, product, rows: select, show }: { name: string; product: Product; rows: string; show: Shows }): Section {
  const { orders } = TABLES[product];
  return {
    name,
    columns: Object.keys(show),
    async read(tx, { userId, after, limit }) {
      const [mode, order, own] = after ?? START;
      const window = await tx.query<{ mode: string; id: string }>(
        `SELECT mode, id FROM ${orders} WHERE user_id = $1 AND (mode, id) >= ($2::text, $3::int8) ORDER BY mode, id LIMIT $4`,
        [userId, mode, order, ORDERS_AT_ONCE],
      );
      const { rows } = await tx.query<Row>(
        `SELECT f.*, o.id AS order_id, o.mode, o.market, o.side FROM ${orders} o CROSS JOIN LATERAL (${select}) f
          WHERE o.id = ANY($1::int8[]) AND (o.mode, o.id, f.id) > ($2::text, $3::int8, $4::int8) ORDER BY o.mode, o.id, f.id LIMIT $5`,
        [window.rows.map(({ id }) => id), mode, order, own, limit],
      );
      const shown = rows.map((row) => Object.values(show).map((of) => of(row)));
      const [lastRow, lastOrder] = [rows.at(-1), window.rows.at(-1)];
      if (rows.length === limit && lastRow !== undefined) {
        return { rows: shown, next: [String(lastRow.mode), String(lastRow.order_id), String(lastRow.id)] };
      }
      const isAll = window.rows.length < ORDERS_AT_ONCE || lastOrder === undefined;
      return { rows: shown, next: isAll ? null : [lastOrder.mode, lastOrder.id, PAST] };
    },
  };
}

/** Returns the fills of a member's orders of one product: the own side of each, nothing of who was on the other. */
export function fills(product: Product): Section {
  const side = (who: 'maker' | 'taker') =>
    `SELECT f.id, f.price, f.quantity, f.value, f.${who}_fee AS fee, '${who}' AS liquidity, f.created_at
       FROM ${TABLES[product].fills} f WHERE f.${who}_order_id = o.id`;
  return ofOrders({ name: `${product}-fills`, product, rows: `${side('maker')} UNION ALL ${side('taker')}`, show: FILL });
}

/** Returns what a member changed in resting orders of one product. */
export function amendments(product: Product): Section {
  const rows = `SELECT a.id, a.price_before, a.price_after, a.quantity_before, a.quantity_after, a.stop_before, a.stop_after,
            a.take_profit_before, a.take_profit_after, a.stop_loss_before, a.stop_loss_after, a.stop_loss_limit_before, a.stop_loss_limit_after,
            a.is_place_kept, a.created_at
       FROM order_amendments a WHERE a.product = '${product}' AND a.order_id = o.id`;
  return ofOrders({ name: `${product}-amendments`, product, rows, show: AMENDMENT });
}
