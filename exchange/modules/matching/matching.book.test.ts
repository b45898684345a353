import { describe, expect, it } from 'vitest';
import { OrderBook } from './matching.book';

describe('order book', () => {
  it('keeps the order of a level when orders are removed from its middle and put back', () => {
    const book = new OrderBook();
    for (const id of [1, 2, 3, 4]) book.add({ id, owner: id, isBid: false, price: 100, rested: 5, rest: 5 });
    book.commit();
    for (const id of [2, 3, 1]) book.remove(book.get(id) as never);
    book.rollback();
    const { matches } = book.match({ owner: 9, isBid: true, limit: 100, quantity: 20 });
    expect(matches.map((match) => match.maker.id)).toEqual([1, 2, 3, 4]);
  });

  it('counts a change only when one was committed', () => {
    const book = new OrderBook();
    expect(book.commit()).toBe(false);
    book.add({ id: 1, owner: 1, isBid: true, price: 1, rested: 1, rest: 1 });
    book.rollback();
    expect(book.commit()).toBe(false);
    expect(book.sequence).toBe(0);
    book.add({ id: 1, owner: 1, isBid: true, price: 1, rested: 1, rest: 1 });
    expect(book.commit()).toBe(true);
    expect(book.sequence).toBe(1);
  });

  it('stays ordered over more levels than a block holds', () => {
    const book = new OrderBook();
    let id = 0;
    for (let step = 0; step < 5000; step += 1)
      book.add({ id: ++id, owner: 1, isBid: false, price: 1 + ((step * 2741) % 5000), rested: 1, rest: 1 });
    for (let removed = 1; removed <= 5000; removed += 2) book.remove(book.get(removed) as never);
    const prices = book.levels('asks', 5000).map((level) => level.price);
    expect(prices).toHaveLength(2500);
    expect(prices).toEqual([...prices].sort((a, b) => a - b));
    book.rollback();
    expect(book.size).toBe(0);
  });
});
