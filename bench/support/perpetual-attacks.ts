import { type Attack, many, MEMBERS, must } from './attacks';
import type { PerpetualExchange } from './perpetual-exchange';

/** Tiny orders of five accounts, at most 195 each, side by side at one price. */
const tiny = (exchange: PerpetualExchange, side: 'buy' | 'sell', count: number, price: string) =>
  many(count, (index) => exchange.place(MEMBERS[index % 5] as string, `${side} 0.01 at ${price}`, { leverage: 50 }));

/** 490 tiny orders, and behind them two accounts with 199 reductions of one position of 0.01 each. */
async function buildWall(exchange: PerpetualExchange, side: 'buy' | 'sell', price: number): Promise<void> {
  const opposite = side === 'sell' ? 'buy' : 'sell';
  const behind = side === 'sell' ? price + 1 : price - 1;
  await tiny(exchange, side, 490, String(price));
  await exchange.place('8', `${side} 0.02 at ${side === 'sell' ? price - 1 : price + 1}`);
  for (const user of ['6', '7']) await exchange.place(user, `${opposite} 0.01`);
  for (const user of ['6', '7']) await many(199, () => exchange.place(user, `${side} 0.01 at ${behind}`, { isReduceOnly: true }));
}

/** Buys this much with one order, which goes on until all of it is filled. */
async function buyAll(exchange: PerpetualExchange, quantity: number): Promise<void> {
  const { id, order } = await exchange.place('9', `buy ${quantity} at 2010`, { timeInForce: 'IOC', leverage: 2 });
  must(order.state === 'partially_filled', `an order in pieces, not ${order.state}`);
  await exchange.module.settled();
  must((await exchange.count(`perpetual_orders WHERE id = ${id} AND status = 'filled'`)) === 1, 'all bought');
}

let firstUser = 5_000_000;
export const PERPETUAL_ATTACKS: Attack<PerpetualExchange>[] = [
  {
    name: '490 tiny asks and 398 reductions that can not be filled, bought up',
    build: (exchange) => buildWall(exchange, 'sell', 2000),
    async act(exchange) {
      await buyAll(exchange, 4.92);
    },
  },
  {
    name: '900 tiny asks at one price, bought up',
    build: (exchange) => tiny(exchange, 'sell', 900, '2000').then(() => undefined),
    async act(exchange) {
      await buyAll(exchange, 9);
    },
  },
  {
    name: 'eight takers at once of 100 tiny asks each',
    build: (exchange) => tiny(exchange, 'sell', 800, '2000').then(() => undefined),
    async act(exchange) {
      const before = await exchange.count(`perpetual_orders WHERE user_id = 9 AND status = 'filled'`);
      await many(8, () => exchange.place('9', 'buy 1 at 2001', { timeInForce: 'IOC', leverage: 2 }));
      await exchange.module.settled();
      must((await exchange.count(`perpetual_orders WHERE user_id = 9 AND status = 'filled'`)) === before + 8, 'all filled');
    },
  },
  {
    name: 'a position of 9 ETH liquidated through 888 orders, half of which can not be filled',
    async build(exchange) {
      await exchange.print('ETH-USDT', '2000');
      const user = String(firstUser++);
      await exchange.fund([user], 10n ** 13n);
      await exchange.place('9', 'sell 4.92 at 2000', { leverage: 2 });
      await exchange.place(user, 'buy 4.92 at 2000', { leverage: 50 });
      await buildWall(exchange, 'buy', 1966);
    },
    async act(exchange) {
      const before = await exchange.count('perpetual_liquidations');
      await exchange.print('ETH-USDT', '1962');
      must((await exchange.count('perpetual_liquidations')) > before + 1, 'a liquidation in pieces');
    },
  },
  {
    name: '500 stops that one price sets off',
    async build(exchange) {
      await exchange.print('ETH-USDT', '2000');
      const users = Array.from({ length: 500 }, () => String(firstUser++));
      await exchange.fund(users, 10n ** 12n);
      await exchange.place('9', 'sell 5 at 2000', { leverage: 2 });
      await many(500, (index) => exchange.place(users[index] as string, 'buy 0.01 at 2000', { stopLoss: '1990' }));
      await tiny(exchange, 'buy', 500, '1989');
    },
    async act(exchange) {
      const before = await exchange.count(`perpetual_orders WHERE origin = 'stop_loss'`);
      await exchange.print('ETH-USDT', '1989.5');
      must((await exchange.count(`perpetual_orders WHERE origin = 'stop_loss'`)) === before + 500, '500 stops');
    },
  },
  {
    name: '1,000 owners deleveraged for one position',
    async build(exchange) {
      await exchange.print('ETH-USDT', '2000');
      const users = Array.from({ length: 1_001 }, () => String(firstUser++));
      await exchange.fund(users, 10n ** 12n);
      const victim = users.pop() as string;
      await many(1_000, (index) => exchange.place(users[index] as string, 'sell 0.01 at 2000', { leverage: 100 }));
      await exchange.place(victim, 'buy 10 at 2000', { timeInForce: 'IOC', leverage: 50 });
      await exchange.module.settled();
      await exchange.emptyFund();
    },
    async act(exchange) {
      const before = await exchange.count(`perpetual_orders WHERE origin = 'auto_deleverage'`);
      await exchange.print('ETH-USDT', '1900');
      must((await exchange.count(`perpetual_orders WHERE origin = 'auto_deleverage'`)) >= before + 1_000, '1,000 owners');
    },
  },
];
