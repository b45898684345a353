import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countRounds, createRandom, timeoutOf } from '../../../tests/faults/support/rounds';
import { createPerpetualWorld, MORNING, type PerpetualWorld } from '../../../tests/helpers/perpetual-world';
import { calculateFundingPayment, FUNDING_INTERVAL_MS } from '../../../lib/rules/perpetual-funding';
import { DomainError } from '../../platform/domain-error';
import { createId } from '../../platform/ids';

/**
 * Funding against the nearest simple program: what everybody held at the cut, times rate and mark, whatever users, prices and restarts do
 * while the chunks are under way.
 */
const USERS = ['1', '2', '3', '4', '5', '6'];
const RUNS = countRounds({ short: 6, long: 300 });
const order = fc.record({
  kind: fc.constant('order' as const),
  user: fc.constantFrom(...USERS),
  side: fc.constantFrom('buy', 'sell'),
  quantity: fc.integer({ min: 1, max: 200 }),
  /** Hundredths of a USDT from 2000. */
  offset: fc.integer({ min: -20, max: 20 }),
});
const close = fc.record({ kind: fc.constant('close' as const), user: fc.constantFrom(...USERS) });
const margin = fc.record({
  kind: fc.constant('margin' as const),
  user: fc.constantFrom(...USERS),
  amount: fc.integer({ min: -50, max: 50 }),
});
const hear = fc.record({ kind: fc.constant('hear' as const), cents: fc.integer({ min: 199_000, max: 201_000 }) });
const wait = fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 0, max: 60 }) });
const restart = fc.record({ kind: fc.constant('restart' as const) });
const step = fc.oneof(
  { weight: 6, arbitrary: order },
  { weight: 3, arbitrary: close },
  { weight: 1, arbitrary: margin },
  { weight: 2, arbitrary: hear },
  { weight: 4, arbitrary: wait },
  { weight: 1, arbitrary: restart },
);
const history = fc.record({
  before: fc.array(order, { minLength: 8, maxLength: 20 }),
  fundingChunk: fc.integer({ min: 1, max: 4 }),
  isPoor: fc.boolean(),
  during: fc.array(step, { minLength: 5, maxLength: 25 }),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const allow = (work: Promise<unknown>) =>
  work.catch((error: unknown) => {
    if (!(error instanceof DomainError)) throw error;
  });
const show = (cents: number) => (cents / 100).toFixed(2);

async function hasBegun({ db }: PerpetualWorld): Promise<boolean> {
  return (await db.read.query(`SELECT 1 FROM perpetual_fundings WHERE mode = 'real'`)).rows.length > 0;
}

async function run(world: PerpetualWorld, action: Step, pending: Promise<unknown>[]): Promise<void> {
  if (action.kind === 'wait') await new Promise((resolve) => setTimeout(resolve, action.ms));
  else if (action.kind === 'hear') world.hear(show(action.cents));
  else if (action.kind === 'restart') {
    await Promise.all(pending.splice(0));
    // Before the round has begun nothing but the stored prints knows the mark, and this world stores none.
    await expect.poll(() => hasBegun(world), { interval: 5 }).toBe(true);
    await world.restart();
  } else if (action.kind === 'order') {
    pending.push(allow(world.place(action.user, `${action.side} ${action.quantity / 100} at ${show(200_000 + action.offset)}`)));
  } else {
    const position = await world.position(action.user);
    if (position === null) return;
    const [caller, of] = [
      { userId: action.user, mode: 'real' as const },
      { positionId: position.id, requestId: createId() },
    ];
    if (action.kind === 'close') pending.push(allow(world.perpetual.closePosition(caller, { ...of, quantity: null })));
    else pending.push(allow(world.perpetual.changeMargin(caller, { ...of, amount: BigInt(action.amount || 1) * 10n ** 8n })));
  }
}

type Held = { position: string; side: 'long' | 'short'; quantity: string };
type Funding = Record<'rate' | 'mark' | 'asked' | 'paid' | 'received' | 'by_fund' | 'missing' | 'phase', string>;

/** Everybody's payment by position: exact for who pays in full, in proportion for who receives. */
async function expectExact(world: PerpetualWorld, held: readonly Held[], isPoor: boolean): Promise<void> {
  const query = async <R extends Record<string, unknown>>(sql: string) => (await world.db.read.query<R>(sql)).rows;
  const fundings = await query<Funding>(
    `SELECT rate, (mark * 100000000)::int8 AS mark, asked, paid, received, by_fund, missing, phase FROM perpetual_fundings WHERE mode = 'real'`,
  );
  expect(fundings).toHaveLength(1);
  const { rate, mark, asked, paid, received, by_fund, missing, phase } = fundings[0] as Funding;
  expect([phase, mark]).toEqual(['done', String(2000n * 10n ** 8n)]);
  const due = held.map((row) => ({
    ...row,
    amount: -calculateFundingPayment({ side: row.side, quantity: BigInt(row.quantity), markPrice: BigInt(mark), rate: BigInt(rate) }),
  }));
  const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n);
  const claims = due.filter(({ amount }) => amount > 0n);
  expect(BigInt(asked)).toBe(sum(claims.map(({ amount }) => amount)));
  const there = BigInt(paid) + BigInt(by_fund);
  const payable = there < BigInt(asked) ? there : BigInt(asked);
  expect(BigInt(missing)).toBe(BigInt(asked) - payable);
  const payments = await query<{ position: string; amount: string }>(
    'SELECT position_id AS position, amount FROM perpetual_funding_payments ORDER BY position_id',
  );
  const expected = due.map(({ position, amount }) => ({ position, amount: amount <= 0n ? amount : (amount * payable) / BigInt(asked) }));
  const found = new Map(payments.map(({ position, amount }) => [position, BigInt(amount)]));
  for (const { position, amount } of expected) {
    const actual = found.get(position) ?? 0n;
    // Who has too little pays less, never more.
    if (isPoor && amount < 0n) expect(actual >= amount && actual <= 0n).toBe(true);
    else expect(actual).toBe(amount);
    found.delete(position);
  }
  expect([...found]).toEqual([]);
  expect(sum(payments.map(({ amount }) => BigInt(amount)))).toBe(BigInt(received) - BigInt(paid));
}

it(
  'takes everybody who was there at the cut once, for what they held then, whatever comes between the pieces',
  async () => {
    await fc.assert(
      fc.asyncProperty(history, async ({ before, fundingChunk, isPoor, during }) => {
        const world = await createPerpetualWorld({ fundingChunk });
        for (const user of USERS) await world.fund(user, isPoor ? '450' : '20000');
        if (isPoor) await world.setFund('0.05');
        await world.print('2000');
        const pending: Promise<unknown>[] = [];
        for (const action of before) await allow(run(world, action, pending).then(() => Promise.all(pending.splice(0))));
        // A mark without the book's distance, so that it is the index.
        for (const user of USERS) {
          for (const { id } of await world.perpetual.listOpenOrders({ userId: user, mode: 'real' }, 'ETH-USDT'))
            await world.cancel(user, id);
        }
        await world.restart();
        await world.print('2000');
        const { rows: held } = await world.db.read.query<Held>(
          'SELECT id AS position, side, quantity FROM perpetual_positions WHERE closed_at IS NULL ORDER BY id',
        );
        world.hear('2000', (MORNING + FUNDING_INTERVAL_MS / 4 - world.clock.at) / 1_000);
        for (const action of during) await run(world, action, pending);
        await Promise.all(pending);
        await world.print('2000');
        await world.print('2000');
        await expectExact(world, held, isPoor);
        await world.verify();
      }),
      { numRuns: RUNS, endOnFailure: true, seed: createRandom('funding model').seed },
    );
  },
  timeoutOf({ rounds: RUNS, roundMsMax: 20_000 }),
);
