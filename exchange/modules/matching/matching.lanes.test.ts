import { expect, it } from 'vitest';
import { BATCH_MS } from '../../platform/batching';
import { monotonicNow } from '../../platform/clock';
import { BATCH_COST_MAX, BatchBudget, COMMAND_COST_MAX } from './matching.budget';
import {
  Lanes,
  laneOf,
  MEMBER_COMMANDS_MAX,
  NOBODYS_TURN,
  ONGOING_MAX,
  USERS_BESIDE_LONG_MAX,
  USERS_WITH_CHUNK_MAX,
  type Waiting,
} from './matching.lanes';

type W = Waiting<string, never>;
const [BATCH_MAX, CHUNK] = [256, 20];
const waiting = (command: string, owner: number, lane: W['lane'] = 'users', member: number | null = null): W => ({
  command,
  owner,
  lane,
  member,
  deadline: null,
  batchMax: BATCH_MAX,
  settle: () => undefined,
});
const show = (batch: readonly W[]) => batch.map(({ command }) => command);
const open = (...commands: W[]) => {
  const lanes = new Lanes<W>({ riskMax: COMMAND_COST_MAX, batchMax: BATCH_MAX });
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

it("has a few of one member's commands in a transaction, cancellations too, so that who comes later waits for those alone", () => {
  const lanes = open();
  for (let index = 0; index < 2 * MEMBER_COMMANDS_MAX; index += 1) {
    lanes.push(index % 2 === 0 ? waiting(`cancel ${index}`, NOBODYS_TURN, 'users', 1) : waiting(`order ${index}`, 1, 'users', 1));
  }
  lanes.push(waiting('of another', 2, 'users', 2));
  lanes.push(waiting('of the house', 3, 'users', null));
  const first = show(lanes.take(256));
  expect(first).toHaveLength(MEMBER_COMMANDS_MAX + 2);
  expect(first.slice(-2)).toEqual(['of another', 'of the house']);
  expect(show(lanes.take(256))[0]).toBe(`cancel ${MEMBER_COMMANDS_MAX}`);
  expect(lanes.isEmpty).toBe(true);
});

it('puts what moves risk first, whatever its owner has cost', () => {
  const lanes = open(waiting('a1', 1), waiting('due', 1, 'risk'));
  lanes.charge(1, 500);
  expect(show(lanes.take(10))).toEqual(['due', 'a1']);
});

it('has nobody go with a chunk that failed before, nor who failed, nor who would leave it less time, nor with funding', () => {
  const [failed, late] = [{ batchMax: 100 }, { deadline: monotonicNow() + BATCH_MS }];
  const order = waiting('order', 1);
  for (const [chunk, user] of [
    [{ ...waiting('chunk', 2, 'risk'), ...failed }, order],
    [waiting('chunk', 2, 'risk'), { ...order, ...failed }],
    [waiting('chunk', 2, 'risk'), { ...order, ...late }],
    [waiting('chunk', 2, 'pieces'), order],
  ] as const) {
    const lanes = open(user, chunk);
    expect(show(lanes.take(BATCH_MAX))).toEqual(['chunk']);
    expect(show(lanes.take(BATCH_MAX))).toEqual(['order']);
  }
});

it('has risk and users take turns, with no more of users than a few beside it and before it', () => {
  const lanes = open(...Array.from({ length: 30 }, (_, index) => waiting(`a${index}`, index)), waiting('due 1', 1, 'risk'));
  const taken: string[][] = [];
  for (let turn = 1; turn <= 4; turn += 1) {
    taken.push(show(lanes.take(256)));
    lanes.push(waiting(`due ${turn + 1}`, 1, 'risk'));
  }
  const [few, some] = [USERS_WITH_CHUNK_MAX, USERS_BESIDE_LONG_MAX];
  expect(taken.map((batch) => batch.length)).toEqual([1 + few, some, 2 + few, 30 - some - 2 * few]);
  expect(taken[2]?.slice(0, 2)).toEqual(['due 2', 'due 3']);
});

it("an order that goes on is its owner's, unless it moves risk", () => {
  expect([
    laneOf({ kind: 'take-on', isDue: false }),
    laneOf({ kind: 'take-on', isDue: true }),
    laneOf({ kind: 'due' }),
    laneOf({ kind: 'place', deadline: 1 }),
  ]).toEqual(['ongoing', 'risk', 'risk', 'users']);
});

it('does dear work and what moves risk up to one command in a transaction, and a little of members beside it', () => {
  const budget = new BatchBudget(CHUNK);
  expect(budget.chunk).toBe(null);
  budget.note(0, 'risk', CHUNK);
  expect(budget.chunk).toBe(CHUNK);
  expect([budget.mayRun('risk'), budget.mayRun('users')]).toEqual([false, true]);
  for (let index = 1; budget.mayRun('users'); index += 1) budget.note(index, 'users', 3);
  expect(budget.costs.length - 1).toBe(Math.ceil(25 / 3));
});

it('does cheap work of members up to the budget of a transaction', () => {
  const budget = new BatchBudget(CHUNK);
  let count = 0;
  for (; budget.mayRun('users'); count += 1) budget.note(count, 'users', 3);
  expect(count).toBe(BATCH_COST_MAX / 3);
});

it('serves who came before a chunk in its transaction, beside funding in the next one', () => {
  for (const lane of ['risk', 'ongoing', 'pieces'] as const) {
    const lanes = open();
    const taken: string[][] = [];
    for (let round = 0; round < 4; round += 1) {
      lanes.push(waiting(`order ${round}`, round));
      if (lanes.count(lane) === 0) lanes.push(waiting('chunk', NOBODYS_TURN, lane));
      taken.push(show(lanes.take(10)));
    }
    const together = [['chunk', 'order 0'], ['order 1'], ['chunk', 'order 2'], ['order 3']];
    const apart = [['chunk'], ['order 0', 'order 1'], ['chunk'], ['order 2', 'order 3']];
    expect(taken, lane).toEqual(lane === 'pieces' ? apart : together);
  }
});

it('has no order wait for two chunks, and no chunk for two transactions of users', () => {
  const lanes = open();
  const kinds: string[] = [];
  for (let round = 0; round < 6; round += 1) {
    for (let index = 0; index < 2 * USERS_WITH_CHUNK_MAX; index += 1) lanes.push(waiting('order', 100 * round + index));
    lanes.push(waiting('chunk', NOBODYS_TURN, 'risk'));
    kinds.push(show(lanes.take(256))[0] ?? '');
  }
  expect(kinds).toEqual(['chunk', 'order', 'chunk', 'order', 'chunk', 'order']);
});

it('has every second chunk move risk while any waits, and the other kinds of long work take turns', () => {
  const lanes = open();
  const taken: string[] = [];
  for (let round = 0; round < 8; round += 1) {
    for (const lane of ['risk', 'ongoing', 'pieces'] as const) lanes.push(waiting(lane, round, lane));
    taken.push(...new Set(show(lanes.take(256))));
  }
  expect(taken).toEqual(['risk', 'ongoing', 'risk', 'pieces', 'risk', 'ongoing', 'risk', 'pieces']);
});

it('takes few orders that go on at once, those first whose owners had less work done of late', () => {
  const lanes = open(...Array.from({ length: 2 * ONGOING_MAX }, (_, index) => waiting(`of ${index}`, index, 'ongoing')));
  lanes.charge(0, 500);
  expect(show(lanes.take(256))).toEqual(Array.from({ length: ONGOING_MAX }, (_, index) => `of ${index + 1}`));
});
