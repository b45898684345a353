import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countRounds, createRandom, timeoutOf } from '../../../tests/faults/support/rounds';
import { createWorld } from '../../../tests/helpers/spot-world';

/** Commands of one history; a failure prints its seed and the shrunken history. */
const COMMANDS_MAX = 40;
const RUNS = countRounds({ short: 3, long: 300 });
/** What a command may cost, history by history: with little, every order goes on again and again. */
const COSTS = [1, 200, 2];
let runs = 0;

const offset = fc.integer({ min: -40, max: 40 });
const side = fc.constantFrom('buy' as const, 'sell' as const);
const user = fc.constantFrom('1', '2', '3');
const command = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom('limit' as const, 'market' as const),
      user,
      side,
      offset,
      size: fc.integer({ min: 1, max: 30 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom('stop_limit' as const, 'oco' as const),
      user,
      side,
      offset,
      size: fc.integer({ min: 1, max: 30 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('exits' as const), user, offset, size: fc.integer({ min: 1, max: 30 }) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('print' as const), offset }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('cancel' as const), user, pick: fc.nat(50) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const) }) },
);

it(
  'whatever is placed, printed, cancelled and restarted: money and holds add up, and no pair is filled twice',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 10, maxLength: COMMANDS_MAX }), async (commands) => {
        const world = await createWorld(undefined, { costMax: COSTS[runs++ % COSTS.length] as number });
        for (const userId of ['1', '2', '3']) await world.fund(userId, { USDT: '100000', ETH: '50' });
        const placed: { user: string; id: string }[] = [];
        const keep = (userId: string, asked: ReturnType<typeof world.place>) =>
          asked.then(
            ({ id }) => void placed.push({ user: userId, id }),
            (error: { code?: string }) => expect(error.code).toMatch(/^(ORDER|INSUFFICIENT_BALANCE)/),
          );
        for (const one of commands) {
          const at = (ticks: number) => (Number(world.index.price) + ticks).toFixed(2);
          if (one.kind === 'print') await world.print((2_000 + one.offset).toFixed(2));
          else if (one.kind === 'restart') await world.restart();
          else if (one.kind === 'cancel') {
            const order = placed[one.pick % Math.max(1, placed.length)];
            if (order !== undefined) await world.cancel(order.user, order.id).catch((error) => expect(error.code).toBe('ORDER_CLOSED'));
          } else if (one.kind === 'exits') {
            const exits = { takeProfit: at(60), stopLoss: at(-50), stopLossLimit: at(-70) };
            await keep(one.user, world.place(one.user, `buy ${one.size / 10} at ${at(one.offset)}`, exits));
          } else {
            const outward = one.side === 'buy' ? 1 : -1;
            const stop = at(outward * (Math.abs(one.offset) + 1));
            const order = `${one.side} ${one.size / 10}`;
            if (one.kind === 'market') await keep(one.user, world.place(one.user, order));
            else if (one.kind === 'limit') await keep(one.user, world.place(one.user, `${order} at ${at(one.offset)}`));
            else if (one.kind === 'stop_limit')
              await keep(one.user, world.place(one.user, `${order} at ${stop}`, { kind: 'stop_limit', stop }));
            else {
              const limit = at(-outward * (Math.abs(one.offset) + 1));
              await keep(one.user, world.place(one.user, `${order} at ${limit}`, { kind: 'oco', stop, stopLimit: stop }));
            }
          }
        }
        await world.spot.settled();
        await world.verify();
      }),
      { numRuns: RUNS, seed: createRandom('spot model').seed },
    );
  },
  timeoutOf({ rounds: RUNS, roundMsMax: 20_000 }),
);
