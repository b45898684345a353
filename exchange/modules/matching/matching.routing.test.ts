import { expect, it } from 'vitest';
import { z } from 'zod';
import { monotonicNow } from '../../platform/clock';
import { createLogger } from '../../platform/logger';
import { createMetrics } from '../../platform/metrics';
import { createTestNetwork } from '../../platform/test-bus';
import { type UserCommandBase, ELSEWHERE, NEVER_REPEATED, type Outcome } from './matching.commands';
import { createRouting } from './matching.routing';
import { userCommandMessage } from './matching.command-message';

type Command = UserCommandBase & { kind: 'place' };
const schema: z.ZodType<Command> = z.strictObject({ kind: z.literal('place'), ...userCommandMessage });
const MARKET = 'BTC-USDT';
const HASH = 'a'.repeat(64);

/** Three processes, one market, and who has its lease; each answers with what `does` says. */
function createWorld() {
  const network = createTestNetwork();
  const lease = { owner: 'a' as string | null };
  const done: string[] = [];
  const join = (name: string) => {
    const bus = network.join();
    const own = {
      bus,
      clock: { aheadMs: 0, now: () => Date.now() + own.clock.aheadMs },
      /** What it believes; its lease may be another's already. */
      isHere: () => lease.owner === name,
      does: (command: Command): Promise<Outcome<string>> => {
        done.push(`${name} ${command.requestId}`);
        return Promise.resolve({ kind: 'answer', answer: `done by ${name}` });
      },
    };
    const routing = createRouting<Command, string>({
      platform: { bus, clock: own.clock, metrics: createMetrics(createLogger('silent')) },
      owners: { find: () => lease.owner, look: () => new Promise((resolve) => setTimeout(resolve, 5)) },
      name: 'spot',
      processId: name,
      isHere: () => own.isHere(),
      schema,
      prepare: () => Promise.resolve(),
      submit: (command) => own.does(command),
    });
    routing.start();
    const ask = (requestId: string, withinMs = PATIENT_MS) => {
      const asked = { caller: { userId: '7', mode: 'demo' as const }, owner: 7, requestId, inputHash: HASH };
      return routing.route(MARKET, { kind: 'place', ...asked, deadline: monotonicNow() + withinMs });
    };
    return Object.assign(own, { ask });
  };
  return { network, lease, done, a: join('a'), b: join('b'), c: join('c') };
}

const ID = 'request-number-0001';
/** The end of a command's time where nothing is about it: a busy machine doesn't reach it. */
const PATIENT_MS = 180_000;

it('a command that lands elsewhere is done once, by the owner of the market, and its answer comes back', async () => {
  const { b, a, done } = createWorld();
  expect(await b.ask(ID)).toEqual({ kind: 'answer', answer: 'done by a' });
  expect(await a.ask('request-number-0002')).toEqual({ kind: 'answer', answer: 'done by a' });
  expect(done).toEqual([`a ${ID}`, 'a request-number-0002']);
});

it('error: a refusal keeps its code and its values on the way', async () => {
  const { a, b } = createWorld();
  const refusal = { kind: 'refusal', code: 'INSUFFICIENT_BALANCE', params: { asset: 'USDT', needed: '5' } } as const;
  a.does = () => Promise.resolve(refusal);
  expect(await b.ask(ID)).toEqual(refusal);
});

it('a process that lost its lease never answers for it: the command goes to whoever has it now', async () => {
  const { a, b, lease, done } = createWorld();
  a.isHere = () => true;
  a.does = () => {
    lease.owner = 'c';
    return Promise.resolve(ELSEWHERE);
  };
  expect(await b.ask(ID)).toEqual({ kind: 'answer', answer: 'done by c' });
  expect(done).toEqual([`c ${ID}`]);
});

it('a market that is being taken over is waited for within the deadline, and no longer', async () => {
  const { b, lease } = createWorld();
  lease.owner = null;
  expect(await b.ask(ID, 100)).toMatchObject({ code: 'NOT_DONE_IN_TIME' });
  const asked = b.ask(ID);
  lease.owner = 'b';
  expect(await asked).toEqual({ kind: 'answer', answer: 'done by b' });
});

it('an owner that died is nobody: the next one does it', async () => {
  const { b, lease } = createWorld();
  lease.owner = 'dead';
  const asked = b.ask(ID);
  setTimeout(() => {
    lease.owner = 'c';
  }, 50);
  expect(await asked).toEqual({ kind: 'answer', answer: 'done by c' });
});

it('what got no answer is asked for again under its number; the house, which has none, asks once and hears that nobody knows', async () => {
  const { a, b, c, lease, done } = createWorld();
  const does = c.does;
  for (const requestId of [ID, NEVER_REPEATED]) {
    lease.owner = 'a';
    a.does = () => {
      lease.owner = 'c';
      return new Promise(() => undefined);
    };
    c.does = does;
    // Who has no number waits to the end of its time for the one answer.
    const outcome = await b.ask(requestId, requestId === NEVER_REPEATED ? 100 : PATIENT_MS);
    if (requestId === ID) expect(outcome).toEqual({ kind: 'answer', answer: 'done by c' });
    else expect(outcome).toMatchObject({ code: 'REQUEST_PENDING' });
  }
  expect(done).toEqual([`c ${ID}`]);
});

it('after a try of which nobody knows, "not done" and "busy" of a later one are no answer', async () => {
  const { a, b, c, lease } = createWorld();
  a.does = () => {
    lease.owner = 'c';
    return new Promise(() => undefined);
  };
  c.does = () => Promise.resolve({ kind: 'refusal', code: 'MARKET_BUSY' });
  expect(await b.ask(ID)).toMatchObject({ code: 'REQUEST_PENDING' });
});

it('a command that reaches a process too late by the clock of the database is not begun', async () => {
  const { a, b, done } = createWorld();
  a.clock.aheadMs = 2 * PATIENT_MS;
  expect(await b.ask(ID)).toMatchObject({ code: 'NOT_DONE_IN_TIME' });
  expect(done).toEqual([]);
});

it('while the others cannot be reached nothing is sent, and what is written here is done here', async () => {
  const { a, b, network, lease, done } = createWorld();
  network.cut(b.bus, true);
  expect(await b.ask(ID, 100)).toMatchObject({ code: 'NOT_DONE_IN_TIME' });
  lease.owner = 'b';
  expect(await b.ask(ID)).toEqual({ kind: 'answer', answer: 'done by b' });
  lease.owner = 'a';
  network.cut(b.bus, false);
  expect(await b.ask('request-number-0002')).toEqual({ kind: 'answer', answer: 'done by a' });
  expect(a.isHere()).toBe(true);
  expect(done).toEqual([`b ${ID}`, 'a request-number-0002']);
});
