import type { BookKind } from '../../../lib/protocol/wire';
import type { JournalActivity, OrderActivity } from '../../composition/module';
import { sumOwnLines } from '../ledger/ledger';

/** `order:17` and `order:17:anything`; an order that waits for its stop is named `stop`. */
const REFERENCE = /^(order|stop|fill|amend):(\d{1,18})(?::|$)/;
/** Its journal under the order that closed a position is the fee of the liquidation. */
const LIQUIDATION = 'PERPETUAL_LIQUIDATION';

/**
 * Tells which journals of one kind of book come of one order: what it held, its fills, its amendments, what it gave back. Both legs of a pair are one
 * act, named by the one that was placed first. What an action came to is read from its orders, however many fills they had.
 */
export function createOrderActivity(product: BookKind, codes: readonly string[]): JournalActivity {
  const [orders, fills] = [`${product}_orders`, `${product}_fills`];
  const partner = product === 'spot' ? 'o.partner_id' : 'NULL::int8';
  const find = `
    SELECT n.name, least(o.id, ${partner}) AS id FROM (
      SELECT 'order:' || id AS name, id FROM unnest($3::int8[]) AS id
      UNION ALL SELECT 'fill:' || id, unnest(ARRAY[maker_order_id, taker_order_id]) FROM ${fills} WHERE id = ANY($4::int8[])
      UNION ALL SELECT 'amend:' || id, order_id FROM order_amendments WHERE id = ANY($5::int8[]) AND product = '${product}') n
      JOIN ${orders} o ON o.id = n.id WHERE o.user_id = $1 AND o.mode = $2`;
  const columns = `o.id, ${partner} AS partner, o.market, o.side, o.status, o.quantity, o.filled, o.filled_value, o.fee,
    ${product === 'spot' ? '0' : 'o.realized'} AS realized`;
  const read = `
    WITH first AS (SELECT ${columns} FROM ${orders} o WHERE o.id = ANY($3::int8[]) AND o.user_id = $1 AND o.mode = $2)
    SELECT * FROM first${product === 'spot' ? ` UNION SELECT ${columns} FROM first JOIN ${orders} o ON o.id = first.partner` : ''} ORDER BY id`;
  return {
    of: product,
    codes,
    async find(tx, { userId, mode }, references) {
      const ids = { order: [] as string[], fill: [] as string[], amend: [] as string[] };
      for (const reference of references) {
        const [, word, id = ''] = REFERENCE.exec(reference) ?? [];
        if (word !== undefined) ids[toWord(word)].push(id);
      }
      if (Object.values(ids).every(({ length }) => length === 0)) return new Map();
      const { rows } = await tx.query<{ name: string; id: string }>(find, [userId, mode, ids.order, ids.fill, ids.amend]);
      const orderOf = new Map(rows.map(({ name, id }) => [name, id]));
      return new Map(references.flatMap((reference) => toEntry(reference, orderOf)));
    },
    async read(tx, { userId, mode }, ids) {
      const { rows } = await tx.query<LegRecord>(read, [userId, mode, ids]);
      const byId = new Map(rows.map((row) => [row.id, row]));
      const references = product === 'perpetual' ? ids.map((id) => `order:${id}`) : [];
      const charged = await sumOwnLines(tx, { userId, mode, code: LIQUIDATION, references });
      return new Map(
        ids.flatMap((id): [string, OrderActivity][] => {
          const first = byId.get(id);
          if (first === undefined) return [];
          const legs = [first, first.partner === null ? undefined : byId.get(first.partner)].filter((leg) => leg !== undefined);
          return [[id, toActivity(product, legs, charged.get(`order:${id}`) ?? 0n)]];
        }),
      );
    },
  };
}

type LegRecord = {
  id: string;
  partner: string | null;
  market: string;
  side: 'buy' | 'sell';
  status: string;
  quantity: string;
  filled: string;
  filled_value: string;
  fee: string;
  realized: string;
};

/** An order that waits for its stop is one of the orders. */
function toWord(word: string): 'order' | 'fill' | 'amend' {
  return word === 'fill' || word === 'amend' ? word : 'order';
}

function toEntry(reference: string, orderOf: ReadonlyMap<string, string>): [string, string][] {
  const [, word = '', id] = REFERENCE.exec(reference) ?? [];
  const order = orderOf.get(`${toWord(word)}:${id}`);
  return order === undefined ? [] : [[reference, order]];
}

const OPEN = new Set(['waiting', 'open', 'partially_filled']);

/** Of a pair at most one leg is filled: that one says what was traded. `charged` is what was taken beside the fills, below zero. */
function toActivity(product: BookKind, legs: readonly LegRecord[], charged: bigint): OrderActivity {
  const told = legs.find(({ filled }) => BigInt(filled) > 0n) ?? (legs[0] as LegRecord);
  const [filled, value, fee] = [BigInt(told.filled), BigInt(told.filled_value), BigInt(told.fee)];
  const [base, quote] = told.market.split('-') as [string, string];
  const isBuy = told.side === 'buy';
  const changes =
    product === 'perpetual'
      ? [{ asset: quote, amount: BigInt(told.realized) - fee + charged }]
      : [
          { asset: base, amount: isBuy ? filled - fee : -filled },
          { asset: quote, amount: isBuy ? -value : value - fee },
        ];
  return {
    ids: legs.map(({ id }) => id),
    market: told.market,
    side: told.side,
    quantity: BigInt(told.quantity),
    filled,
    isOpen: legs.some(({ status }) => OPEN.has(status)),
    fee: { asset: product === 'spot' && isBuy ? base : quote, amount: fee },
    changes: changes.filter(({ amount }) => amount !== 0n),
  };
}
