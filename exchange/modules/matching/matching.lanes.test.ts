import { expect, it } from 'vitest';
import { BATCH_COST_MAX, BatchBudget, COMMAND_COST_MAX } from './matching.budget';
import { Lanes, laneOf, NOBODYS_TURN, type Waiting } from './matching.lanes';

type W = Waiting<string, never>;
const waiting = (command: string, owner: number, lane: W['lane'] = 'users'): W => ({
  command,
  owner,
  lane,
  deadline: null,
  batchMax: 256,
  settle: () => undefined,
});
const show = (batch: readonly W[]) => batch.map(({ command }) => command);
const open = (...commands: W[]) => {
  const lanes = new Lanes<W>();
  for (const command of commands) lanes.push(command);
  return lanes;
};

it('takes users in the order of their arrival while none of them has cost much', () => {
  const lanes = open(waiting('a1', 1), waiting('b1', 2), waiting('a2', 1));
  lanes.charge(1, 20);
  expect(show(lanes.take(10))).toEqual(['a1', 'b1', 'a2']);
});

it('lets others go, in a batch of their own, before the next command of whoever has cost much', () => {
  const lanes = open(waiting('a2', 1), waiting('b1', 2), waiting('c1', 3), waiting('a3', 1));
  lanes.charge(1, 60);
  expect(show(lanes.take(10))).toEqual(['b1', 'c1']);
  expect(show(lanes.take(10))).toEqual(['a2', 'a3']);
});

it('puts nobody off for more than 8 batches, however much it has cost and whoever comes', () => {
  const lanes = open(waiting('dear', 1));
  lanes.charge(1, 1_000_000);
  let batches = 0;
  for (let owner = 2; ; owner += 1) {
    lanes.push(waiting(`of ${owner}`, owner));
    batches += 1;
    if (show(lanes.take(10)).includes('dear')) break;
  }
  expect(batches).toBeLessThanOrEqual(9);
});

it('never puts a cancellation off', () => {
  const lanes = open(waiting('cancel', NOBODYS_TURN), waiting('a1', 1), waiting('b1', 2));
  lanes.charge(NOBODYS_TURN, 1_000);
  lanes.charge(1, 1_000);
  expect(show(lanes.take(10))).toEqual(['cancel', 'b1']);
});

it('puts what moves risk first, whatever its owner has cost', () => {
  const lanes = open(waiting('a1', 1), waiting('due', 1, 'risk'));
  lanes.charge(1, 500);
  expect(show(lanes.take(10))).toEqual(['due', 'a1']);
});

it("an order that goes on is its owner's, unless it moves risk", () => {
  expect([
    laneOf({ kind: 'take-on', isDue: false }),
    laneOf({ kind: 'take-on', isDue: true }),
    laneOf({ kind: 'due' }),
    laneOf({ kind: 'place', deadline: 1 }),
  ]).toEqual(['users', 'risk', 'risk', 'users']);
});

it('does dear work and what moves risk up to one command in a transaction, and a little of members beside it', () => {
  const budget = new BatchBudget();
  budget.note(0, 'risk', COMMAND_COST_MAX);
  expect([budget.mayRun('risk'), budget.mayRun('users')]).toEqual([false, true]);
  for (let index = 1; budget.mayRun('users'); index += 1) budget.note(index, 'users', 3);
  expect(budget.costs.length - 1).toBe(Math.ceil(25 / 3));
});

it('does cheap work of members up to the budget of a transaction', () => {
  const budget = new BatchBudget();
  let count = 0;
  for (; budget.mayRun('users'); count += 1) budget.note(count, 'users', 3);
  expect(count).toBe(BATCH_COST_MAX / 3);
});

it('lets pieces of long work be alone in their transaction, and one transaction of others go before them', () => {
  const lanes = open(waiting('piece', NOBODYS_TURN, 'pieces'), waiting('other piece', NOBODYS_TURN, 'pieces'), waiting('a1', 1));
  lanes.push(waiting('due', 2, 'risk'));
  expect(show(lanes.take(10))).toEqual(['due', 'a1']);
  lanes.push(waiting('a2', 1));
  expect(show(lanes.take(10))).toEqual(['piece', 'other piece']);
  expect(show(lanes.take(10))).toEqual(['a2']);
  expect(lanes.isEmpty).toBe(true);
});

it('has no order wait for more than one piece, and no piece for more than one transaction of orders', () => {
  const lanes = open();
  const taken: string[] = [];
  for (let round = 0; round < 20; round += 1) {
    lanes.push(waiting('order', round));
    if (lanes.count('pieces') === 0) lanes.push(waiting('piece', NOBODYS_TURN, 'pieces'));
    taken.push(...new Set(show(lanes.take(10))));
  }
  expect(taken).toEqual(Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? 'order' : 'piece')));
});
