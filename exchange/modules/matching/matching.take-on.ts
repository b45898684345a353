import type { Mode } from '../../../lib/protocol/wire';
import type { Outcome } from './matching.commands';
import type { Refusals } from './matching.refusals';
import type { OrdersById } from './matching.orders-by-id';

/** Goes on with an order that met more orders than one transaction settles. `isDue`: it moves risk. */
export type TakeOnCommand = { kind: 'take-on'; market: string; mode: Mode; owner: number; orderId: number; isDue: boolean };

type Book<Order extends { id: number; owner: number }> = { terms: { symbol: string }; mode: Mode; taking: OrdersById<Order> };

type TakeOnDeps<Order extends { id: number; owner: number }> = {
  /** The books of this process. */
  books(): readonly Book<Order>[];
  /** Whether an order was set off by a price or only reduces. */
  isDue(order: Order): boolean;
  submit(command: TakeOnCommand): Promise<Outcome<unknown>>;
  refusals: Refusals;
  /** Time of the last price (ms). */
  now(): number;
};

/**
 * Has orders go on that met more than one transaction settles: one chunk after the other, each in its place in the queue of commands, so that
 * what others ask comes in between. What is refused is tried again with the next `look`, which comes with every price.
 */
export function createTakeOn<Order extends { id: number; owner: number }>({ books, isDue, submit, refusals, now }: TakeOnDeps<Order>) {
  const running = new Map<number, Promise<void>>();

  const toCommand = ({ terms, mode }: Book<Order>, order: Order): TakeOnCommand => ({
    kind: 'take-on',
    market: terms.symbol,
    mode,
    owner: order.owner,
    orderId: order.id,
    isDue: isDue(order),
  });

  /** The next chunk of an order; undefined when it goes on no more, or not here. */
  function findNext({ market, mode, orderId }: TakeOnCommand): TakeOnCommand | undefined {
    const book = books().find((one) => one.terms.symbol === market && one.mode === mode);
    const order = book?.taking.get(orderId);
    return book === undefined || order === undefined ? undefined : toCommand(book, order);
  }

  async function run(first: TakeOnCommand): Promise<void> {
    for (let command = findNext(first); command !== undefined; command = findNext(first)) {
      const outcome = await submit(command);
      const key = `take-on ${first.orderId}`;
      if (outcome.kind !== 'answer') {
        refusals.refused({ key, work: 'take-on', at: now() }, outcome.kind === 'refusal' ? outcome.code : 'MARKET_BUSY');
        return;
      }
      refusals.ended(key);
    }
  }

  return {
    /** Finds the orders that go on and aren't under way. */
    look(): void {
      for (const book of books()) {
        for (const order of book.taking.all()) {
          const { id } = order;
          if (!running.has(id))
            running.set(
              id,
              run(toCommand(book, order)).finally(() => running.delete(id)),
            );
        }
      }
    },
    get isIdle(): boolean {
      return running.size === 0;
    },
    /** Resolves when none is under way. */
    async settled(): Promise<void> {
      while (running.size > 0) await Promise.all(running.values());
    },
  };
}
