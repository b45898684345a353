import { expect, it } from 'vitest';
import type { DueCommand } from './spot.commands';
import { runDue } from './spot.due';
import type { Placing } from './spot.place';
import { StopBook } from './spot.stops';

const close: DueCommand = { kind: 'due', work: 'close', market: 'ETH-USDT', mode: 'real', owner: 1, orderId: 7 };

it.each([
  ['the same since then', { takeProfit: 2200, since: 1_000 }, [7]],
  ['others', { takeProfit: 2300, since: 1_000 }, []],
  ['the same again, after others', { takeProfit: 2200, since: 2_000 }, []],
])('what a print reached ends the rest of an entry whose exits are %s: %j', (_, { takeProfit, since }, ended) => {
  const stops = new StopBook();
  stops.setEntry({ id: 7, owner: 1, takeProfit, stop: null, hasFills: true, isClosed: false, since });
  const sought: number[] = [];
  const book = { get: (id: number) => void sought.push(id) };
  const placing = { entry: { stops, book, taking: new Map() } } as unknown as Placing;
  expect(runDue(placing, { ...close, exits: { takeProfit: 2200, stop: null }, since: 1_000 }, undefined)).toBe(false);
  expect(sought).toEqual(ended);
});

it('a stop that was given the same price again waits for another print', () => {
  const stops = new StopBook();
  const stop = { id: 7, owner: 1, isBuy: false, stop: 1900, isRising: false, limit: 1890, steps: 1, held: 1n, partner: null, since: 2_000 };
  stops.addStop(stop);
  const placing = { entry: { stops, book: {} } } as unknown as Placing;
  expect(runDue(placing, { ...close, work: 'trigger', stop: 1900, since: 1_000 }, undefined)).toBe(false);
  expect(stops.findStop(7)).toBe(stop);
});
