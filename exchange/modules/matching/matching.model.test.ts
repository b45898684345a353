import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countRounds, createRandom, timeoutOf } from '../../../tests/faults/support/rounds';
import { OrderBook } from './matching.book';
import type { MatchResult } from './matching.meeting';

/** Random histories of up to 100 commands. A failure prints its seed and the shrunken history. */
const RUNS = countRounds({ short: 150, long: 2_000 });

type Plain = { id: number; owner: number; isBid: boolean; price: number; rest: number };

/** The same rules in the plainest form: one array, sorted by price and age for each question. */
class ReferenceBook {
  orders: Plain[] = [];

  queue(isBid: boolean): Plain[] {
    return this.orders
      .filter((order) => order.isBid === isBid)
      .sort((a, b) => (isBid ? b.price - a.price : a.price - b.price) || a.id - b.id);
  }

  match(taker: { owner: number; isBid: boolean; limit: number; quantity: number }): {
    fills: [number, number, number][];
    rest: number;
    stop: string;
  } {
    const fills: [number, number, number][] = [];
    let rest = taker.quantity;
    for (const maker of this.queue(!taker.isBid)) {
      if (rest === 0) break;
      if (taker.isBid ? maker.price > taker.limit : maker.price < taker.limit) return { fills, rest, stop: 'price' };
      if (maker.owner === taker.owner) return { fills, rest, stop: 'self' };
      const quantity = Math.min(rest, maker.rest);
      fills.push([maker.id, maker.price, quantity]);
      rest -= quantity;
      maker.rest -= quantity;
      if (maker.rest === 0) this.orders = this.orders.filter((order) => order !== maker);
    }
    return { fills, rest, stop: rest === 0 ? 'filled' : 'empty' };
  }

  levels(isBid: boolean): [number, number][] {
    const sums = new Map<number, number>();
    for (const order of this.queue(isBid)) sums.set(order.price, (sums.get(order.price) ?? 0) + order.rest);
    return [...sums];
  }
}

type Command =
  | { kind: 'place'; owner: number; isBid: boolean; price: number; quantity: number; rests: boolean; isStepwise: boolean }
  | { kind: 'cancel'; pick: number }
  | { kind: 'commit' }
  | { kind: 'mark' }
  | { kind: 'rollback'; toMark: boolean };

const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('place' as const),
      owner: fc.integer({ min: 1, max: 4 }),
      isBid: fc.boolean(),
      price: fc.integer({ min: 90, max: 110 }),
      quantity: fc.integer({ min: 1, max: 30 }),
      rests: fc.boolean(),
      isStepwise: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('cancel' as const), pick: fc.nat(1000) }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'commit' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'mark' as const }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('rollback' as const), toMark: fc.boolean() }) },
);

function expectSame(book: OrderBook, reference: ReferenceBook): void {
  expect(book.levels('bids', 1000).map((level) => [level.price, level.quantity])).toEqual(reference.levels(true));
  expect(book.levels('asks', 1000).map((level) => [level.price, level.quantity])).toEqual(reference.levels(false));
  expect(book.size).toBe(reference.orders.length);
  for (const order of reference.orders) expect(book.get(order.id)?.rest).toBe(order.rest);
  for (const owner of [1, 2, 3, 4]) expect(book.openCountOf(owner)).toBe(reference.orders.filter((order) => order.owner === owner).length);
}

/** As whoever settles each meeting before the next one does it; the order met first is the one that `bestOrder` names. */
function matchStepwise(book: OrderBook, taker: { owner: number; isBid: boolean; limit: number; quantity: number }): MatchResult {
  const matches: MatchResult['matches'] = [];
  let rest = taker.quantity;
  for (;;) {
    const next = book.peek(taker, rest);
    expect(book.peek(taker, rest)).toEqual(next);
    if (typeof next === 'string') return { matches, rest, stop: next };
    expect(book.bestOrder(taker.isBid ? 'asks' : 'bids')).toBe(next.maker.id);
    book.fill({ id: next.maker.id, quantity: next.quantity });
    matches.push(next);
    rest -= next.quantity;
  }
}

/** Plays one history against both books and compares them after every command. */
function play(commands: Command[]): void {
  const book = new OrderBook();
  const reference = new ReferenceBook();
  const copy = (): Plain[] => reference.orders.map((order) => ({ ...order }));
  let committed = copy();
  let marked: { mark: number; orders: Plain[] } | null = null;
  let nextId = 1;
  for (const step of commands) {
    if (step.kind === 'place') {
      const id = nextId++;
      const taker = { owner: step.owner, isBid: step.isBid, limit: step.price, quantity: step.quantity };
      const result = step.isStepwise ? matchStepwise(book, taker) : book.match(taker);
      const expected = reference.match(taker);
      expect({
        fills: result.matches.map((match) => [match.maker.id, match.maker.price, match.quantity]),
        rest: result.rest,
        stop: result.stop,
      }).toEqual(expected);
      if (result.rest > 0 && step.rests && result.stop !== 'self') {
        book.add({ id, owner: step.owner, isBid: step.isBid, price: step.price, rested: result.rest, rest: result.rest });
        reference.orders.push({ id, owner: step.owner, isBid: step.isBid, price: step.price, rest: result.rest });
      }
    } else if (step.kind === 'cancel') {
      const target = reference.orders[step.pick % Math.max(1, reference.orders.length)];
      if (target !== undefined) {
        const resting = book.get(target.id);
        if (resting === undefined) throw new Error(`order ${target.id} is missing`);
        book.remove(resting);
        reference.orders = reference.orders.filter((order) => order !== target);
      }
    } else if (step.kind === 'commit') {
      book.commit();
      committed = copy();
      marked = null;
    } else if (step.kind === 'mark') {
      marked = { mark: book.mark(), orders: copy() };
    } else if (step.toMark && marked !== null) {
      book.rollback(marked.mark);
      reference.orders = marked.orders.map((order) => ({ ...order }));
    } else {
      book.rollback();
      reference.orders = committed.map((order) => ({ ...order }));
      marked = null;
    }
    expectSame(book, reference);
  }
}

it(
  `does what a plain sorted list does, taken back or not, in ${RUNS} random histories`,
  () => {
    const { seed } = createRandom('matching model');
    fc.assert(fc.property(fc.array(command, { minLength: 1, maxLength: 100, size: 'max' }), play), { numRuns: RUNS, seed });
  },
  timeoutOf({ rounds: RUNS, roundMsMax: 200 }),
);
