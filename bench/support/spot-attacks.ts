import { type Attack, many, MEMBERS, must } from './attacks';
import type { SpotExchange } from './spot-exchange';

/** Tiny bids of five accounts side by side at one price. */
const tiny = (exchange: SpotExchange, count: number, extra: object = {}) =>
  many(count, (index) => exchange.place(MEMBERS[index % 5] as string, 'buy 0.01 at 1990', extra));

/** Sells this much with one order, which goes on until all of it is filled. */
async function sellAll(exchange: SpotExchange, quantity: number): Promise<void> {
  const { id, order } = await exchange.place('9', `sell ${quantity} at 1990`, { timeInForce: 'IOC' });
  must(order.state === 'partially_filled', `an order in pieces, not ${order.state}`);
  await exchange.module.settled();
  must((await exchange.count(`spot_orders WHERE id = ${id} AND status = 'filled'`)) === 1, 'all sold');
}

/** How an order is refused that is filled completely or not at all; the last one on a busy machine. */
const REFUSED: ReadonlySet<string> = new Set(['ORDER_FOK_FILLS_TOO_MANY', 'ORDER_NOT_FILLABLE', 'NOT_DONE_IN_TIME']);

export const SPOT_ATTACKS: Attack<SpotExchange>[] = [
  {
    name: '900 tiny bids at one price, sold into',
    build: (exchange) => tiny(exchange, 900).then(() => undefined),
    act: (exchange) => sellAll(exchange, 9),
  },
  {
    name: '400 tiny bids with a stop beside each, sold into',
    build: (exchange) => tiny(exchange, 400, { kind: 'oco', stop: '2050', stopLimit: '2055' }).then(() => undefined),
    act: (exchange) => sellAll(exchange, 4),
  },
  {
    name: '300 tiny bids with exits to come, sold into',
    build: (exchange) => tiny(exchange, 300, { takeProfit: '2100', stopLoss: '1900', stopLossLimit: '1880' }).then(() => undefined),
    async act(exchange) {
      const before = await exchange.count(`spot_orders WHERE exits = 'placed'`);
      await sellAll(exchange, 3);
      must((await exchange.count(`spot_orders WHERE exits = 'placed'`)) === before + 300, '300 pairs of exits');
      await exchange.cancelAll();
    },
  },
  {
    name: '400 stops that one price sets off, each into tiny bids',
    async build(exchange) {
      await exchange.print('2000');
      await many(400, (index) =>
        exchange.place(MEMBERS[5 + (index % 3)] as string, 'sell 0.02 at 1950', { kind: 'stop_limit', stop: '1985', timeInForce: 'GTC' }),
      );
      await many(800, (index) => exchange.place(MEMBERS[index % 5] as string, 'buy 0.01 at 1960'));
    },
    async act(exchange) {
      const before = await exchange.count('spot_orders WHERE triggered_at IS NOT NULL');
      await exchange.print('1980');
      must((await exchange.count('spot_orders WHERE triggered_at IS NOT NULL')) === before + 400, '400 stops');
    },
  },
  {
    name: 'twelve orders that must be filled completely or not at all, each with one tiny bid more than there are',
    build: (exchange) => tiny(exchange, 200).then(() => undefined),
    async act(exchange) {
      const refused = await many(12, () =>
        exchange.place('9', 'sell 2.01 at 1990', { timeInForce: 'FOK' }).then(
          () => 'filled',
          (error: { code?: string }) => error.code,
        ),
      );
      must(
        refused.every((code) => REFUSED.has(String(code))),
        `all refused, not ${refused}`,
      );
      await exchange.cancelAll();
    },
  },
];
