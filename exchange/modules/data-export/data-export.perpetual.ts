import { BY_MODE, ofMode } from './data-export.keys';
import { amount, price, type Section, section, text, time } from './data-export.section';

/** What a position paid, received and lost without an order of its member. A payment of funding below zero was paid. */
export const POSITIONS_PAID: readonly Section[] = [
  section({
    name: 'funding-payments',
    start: BY_MODE,
    sql: `SELECT p.id, p.mode, p.market, p.position_id, p.side, p.quantity, f.mark, f.rate, p.amount, f.instant, ARRAY[p.mode, p.id::text] AS k
            FROM perpetual_funding_payments p JOIN perpetual_fundings f ON f.id = p.funding_id
           WHERE p.user_id = $1 AND (p.mode, p.id) > ($3::text, $4::int8) ORDER BY p.mode, p.id LIMIT $2`,
    show: {
      id: text('id'),
      account: text('mode'),
      market: text('market'),
      position: text('position_id'),
      side: text('side'),
      quantity: amount('quantity'),
      mark: price('mark'),
      rate: amount('rate'),
      amount: amount('amount'),
      at: time('instant'),
    },
  }),
  section({
    name: 'liquidations',
    start: BY_MODE,
    sql: ofMode(
      'perpetual_liquidations',
      'market, position_id, order_id, side, quantity_before, closed, mark, index_price, fee, lost, returned, created_at',
    ),
    show: {
      id: text('id'),
      account: text('mode'),
      market: text('market'),
      position: text('position_id'),
      order: text('order_id'),
      side: text('side'),
      quantity_before: amount('quantity_before'),
      closed: amount('closed'),
      mark: price('mark'),
      index: price('index_price'),
      fee: amount('fee'),
      lost: amount('lost'),
      returned: amount('returned'),
      at: time('created_at'),
    },
  }),
];
