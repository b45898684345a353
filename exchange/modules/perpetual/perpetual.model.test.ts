import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countRounds, createRandom, timeoutOf } from '../../../tests/faults/support/rounds';
import { createPerpetualWorld, type PerpetualWorld } from '../../../tests/helpers/perpetual-world';
import { splitPosition } from '../../../lib/rules/perpetual';
import { DomainError } from '../../platform/domain-error';
import { createId } from '../../platform/ids';
import { MIGRATIONS_DIR } from '../../platform/test-database';

/** Orders, closings, changes of margin and leverage, and price leaps of a few users who all trade with each other, many of them refused. */
const USERS = ['1', '2', '3', '4', '5', '6'];
const RUNS = countRounds({ short: 12, long: 1_000 });
/** Histories that are played one after the other on one exchange: each check reads all of them. */
const RUNS_OF_WORLD = 6;
/** What a command may cost, world by world: with little, orders, stops, liquidations and deleveragings end or go on again and again. */
const COSTS = [2, 200, 1];
const user = fc.constantFrom(...USERS);
const order = fc.record({
  kind: fc.constant('order' as const),
  user,
  side: fc.constantFrom('buy', 'sell'),
  quantity: fc.integer({ min: 1, max: 400 }),
  /** Hundredths of a percent from the index; null: at the market. */
  offset: fc.option(fc.integer({ min: -300, max: 300 })),
  leverage: fc.constantFrom(1, 3, 10, 20, 50, 100),
  isReduceOnly: fc.boolean(),
  hasTriggers: fc.boolean(),
});
/** Orders of one user side by side: what meets them runs out of its budget, and reductions among them are more than there is of the position. */
const crowd = fc.record({
  kind: fc.constant('crowd' as const),
  user,
  side: fc.constantFrom('buy', 'sell'),
  quantity: fc.integer({ min: 5, max: 100 }),
  offset: fc.integer({ min: -50, max: 50 }),
  isReduceOnly: fc.boolean(),
});
const close = fc.record({ kind: fc.constant('close' as const), user });
const margin = fc.record({ kind: fc.constant('margin' as const), user, amount: fc.integer({ min: -500, max: 500 }) });
const leverage = fc.record({ kind: fc.constant('leverage' as const), user, leverage: fc.constantFrom(1, 5, 20, 50, 100) });
const leap = fc.record({
  kind: fc.constant('leap' as const),
  /** Hundredths of a percent. */
  change: fc.oneof(fc.integer({ min: -60, max: 60 }), fc.integer({ min: -1_500, max: 1_800 })),
  hours: fc.constantFrom(0, 0, 0, 0, 8),
});
const fund = fc.record({ kind: fc.constant('fund' as const), amount: fc.constantFrom('0', '50', '1000000') });
const step = fc.oneof(
  { weight: 1, arbitrary: fund },
  { weight: 8, arbitrary: order },
  { weight: 3, arbitrary: crowd },
  { weight: 1, arbitrary: close },
  { weight: 1, arbitrary: margin },
  { weight: 1, arbitrary: leverage },
  { weight: 3, arbitrary: leap },
);
const steps = fc.array(step, { minLength: 10, maxLength: 40 });
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const asked = (user: string, side: 'buy' | 'sell', quantity: number, offset: number | null, leverage: 3 | 50 = 3): Step => ({
  kind: 'order',
  user,
  side,
  quantity,
  offset,
  leverage,
  isReduceOnly: false,
  hasTriggers: false,
});
/** Played first, so that they occur whatever chance brings: reductions beyond their position, an order that goes on, and deleveraging. */
const ALWAYS: [Step[]][] = [
  [
    [
      asked('2', 'sell', 100, 0),
      asked('1', 'buy', 100, null),
      { kind: 'crowd', user: '1', side: 'sell', quantity: 40, offset: 10, isReduceOnly: true },
      asked('3', 'buy', 200, 20),
      asked('4', 'buy', 200, 20),
    ],
  ],
  [[{ kind: 'fund', amount: '0' }, asked('5', 'sell', 400, 0), asked('6', 'buy', 400, null, 50), { kind: 'leap', change: -500, hours: 0 }]],
];

let world: PerpetualWorld;
let cents: number;
let runs = 0;
let liquidations = 0;
let worlds = 0;
/** What a command may cost in this world. */
let cost = 0;
/** What has to occur in the histories for them to say something. */
const occurred = { cut: 0, wentOn: 0, deleveraged: 0 };

async function openWorld(): Promise<void> {
  cost = COSTS[worlds++ % COSTS.length] as number;
  world = await createPerpetualWorld({ costMax: cost });
  cents = 200_000;
  for (const userId of USERS) await world.fund(userId, '20000');
}

async function closeWorld(): Promise<void> {
  const { rows } = await world.db.read.query<{ n: string }>('SELECT count(*) AS n FROM perpetual_liquidations');
  liquidations += Number(rows[0]?.n);
  const count = async (where: string) =>
    Number((await world.db.read.query<{ n: string }>(`SELECT count(*) AS n FROM perpetual_orders WHERE ${where}`)).rows[0]?.n);
  occurred.cut += await count(`reason = 'REDUCE_ONLY_REFUSED' AND filled > 0`);
  // More fills as taker than one transaction settles.
  const many = `(SELECT taker_order_id FROM perpetual_fills f WHERE source = 'book' GROUP BY 1 HAVING count(*) > ${cost})`;
  occurred.wentOn += await count(`origin = 'user' AND id IN ${many}`);
  occurred.deleveraged += await count(`origin = 'auto_deleverage'`);
  // What was due and refused had nobody on the other side, and no other reason.
  expect(world.alarms.filter(({ code }) => code !== 'ORDER_NO_LIQUIDITY' && code !== 'NOBODY_TAKES')).toEqual([]);
  await world.verify();
}

const show = (hundredths: number) => (hundredths / 100).toFixed(2);
const allow = (work: Promise<unknown>) =>
  work.catch((error: unknown) => {
    if (!(error instanceof DomainError) || error.code === 'MARKET_BUSY') throw error;
  });

async function run(action: Step): Promise<void> {
  if (action.kind === 'leap') {
    cents = Math.min(1_000_000, Math.max(20_000, Math.round(cents * (1 + action.change / 10_000))));
    await world.print(show(cents), action.hours === 0 ? 1 : action.hours * 3_600);
  } else if (action.kind === 'fund') {
    await world.setFund(action.amount);
  } else if (action.kind === 'crowd') {
    const { side, quantity, isReduceOnly } = action;
    const price = show(Math.round(cents * (1 + action.offset / 10_000)));
    const order = `${side} ${quantity / 100} at ${price}`;
    await Promise.all([1, 2, 3, 4].map(() => allow(world.place(action.user, order, { leverage: 20, isReduceOnly }))));
  } else if (action.kind === 'order') {
    const price = action.offset === null ? undefined : show(Math.round(cents * (1 + action.offset / 10_000)));
    const isBuy = action.side === 'buy';
    const [above, below] = [show(Math.round(cents * 1.02)), show(Math.round(cents * 0.98))];
    const triggers = { takeProfit: isBuy ? above : below, stopLoss: isBuy ? below : above };
    const { leverage, isReduceOnly } = action;
    const text = `${action.side} ${action.quantity / 100}${price === undefined ? '' : ` at ${price}`}`;
    await allow(world.place(action.user, text, { leverage, isReduceOnly, ...(action.hasTriggers ? triggers : {}) }));
  } else {
    const position = await world.position(action.user);
    if (position === null) return;
    const [caller, of] = [
      { userId: action.user, mode: 'real' as const },
      { positionId: position.id, requestId: createId() },
    ];
    if (action.kind === 'close') await allow(world.perpetual.closePosition(caller, { ...of, quantity: null }));
    else if (action.kind === 'leverage') await allow(world.perpetual.changeLeverage(caller, { ...of, leverage: action.leverage }));
    else await allow(world.perpetual.changeMargin(caller, { ...of, amount: BigInt(action.amount || 1) * 10n ** 8n }));
  }
}

/**
 * Liquidations whose owner lost more than the margin, or whose available balance changed by anything but what was returned; and orders that
 * only reduced but took something from the available balance.
 */
const OVERDRAWN = `
  SELECT l.id FROM perpetual_liquidations l
   WHERE l.lost > l.margin_before OR l.returned <> (
     SELECT coalesce(sum(p.amount), 0) FROM ledger_postings p JOIN ledger_accounts a ON a.id = p.account_id AND a.user_id = l.user_id AND a.part = 'available'
       JOIN ledger_journals j ON j.id = p.journal_id
      WHERE (j.code = 'PERPETUAL_LIQUIDATION' AND j.reference = 'order:' || l.order_id)
         OR j.id IN (SELECT journal_id FROM perpetual_fills f WHERE f.taker_order_id = l.order_id))
  UNION ALL
  SELECT o.id FROM perpetual_orders o JOIN perpetual_fills f ON f.taker_order_id = o.id JOIN ledger_postings p ON p.journal_id = f.journal_id
    JOIN ledger_accounts a ON a.id = p.account_id AND a.user_id = o.user_id AND a.part = 'available'
   WHERE o.is_reduce_only AND p.amount < 0`;

type FillRecord = { buyer: string | null; seller: string | null; quantity: string; value: string };
type Net = { side: 'long' | 'short'; quantity: bigint; cost: bigint };

/** What every user holds if one only reads the fills: the nearest simple program to the engine. */
async function replay(): Promise<Map<string, Net>> {
  const { rows } = await world.db.read.query<FillRecord>(
    `SELECT CASE f.taker_side WHEN 'buy' THEN t.user_id ELSE m.user_id END AS buyer, CASE f.taker_side WHEN 'buy' THEN m.user_id ELSE t.user_id END AS seller,
            f.quantity, f.value
       FROM perpetual_fills f JOIN perpetual_orders t ON t.id = f.taker_order_id LEFT JOIN perpetual_orders m ON m.id = f.maker_order_id ORDER BY f.id`,
  );
  const nets = new Map<string, Net>();
  for (const row of rows) {
    for (const [owner, side] of [
      [row.buyer, 'long'],
      [row.seller, 'short'],
    ] as const) {
      const key = owner ?? 'fund';
      const before = nets.get(key) ?? { side, quantity: 0n, cost: 0n };
      const [quantity, value] = [BigInt(row.quantity), BigInt(row.value)];
      const closing = before.side === side ? 0n : quantity < before.quantity ? quantity : before.quantity;
      const closed = closing === 0n ? 0n : splitPosition({ ...before, margin: 0n }, closing).cost;
      const kept = { side: before.side, quantity: before.quantity - closing, cost: before.cost - closed };
      const opened = quantity - closing;
      const openedValue = value - (value * closing) / quantity;
      if (opened === 0n) nets.set(key, kept);
      else nets.set(key, { side, quantity: (kept.quantity === 0n ? 0n : kept.quantity) + opened, cost: kept.cost + openedValue });
    }
  }
  return nets;
}

it(
  'keeps every unit and holds what its fills say, whatever users and prices do',
  async () => {
    const names = ['0040-create-perpetual', '0061-keep-risk-usage'];
    const checks = await Promise.all(names.map((name) => readFile(join(MIGRATIONS_DIR, `${name}.check.sql`), 'utf8')));
    await fc.assert(
      fc.asyncProperty(steps, async (actions) => {
        if (runs > 0 && runs % RUNS_OF_WORLD === 0) await closeWorld();
        if (runs % RUNS_OF_WORLD === 0) await openWorld();
        runs += 1;
        for (const userId of USERS) await world.fund(userId, '1000');
        for (const action of actions) await run(action);
        await world.perpetual.settled();
        for (const check of checks) expect((await world.db.read.query(check)).rows).toEqual([]);
        expect((await world.db.read.query(OVERDRAWN)).rows).toEqual([]);
        const nets = await replay();
        for (const userId of USERS) {
          const position = await world.position(userId);
          const net = nets.get(userId);
          const expected = net === undefined || net.quantity === 0n ? 'none' : `${net.side} ${net.quantity} for ${net.cost}`;
          const units = (text: string | undefined) => BigInt(Math.round(Number(text ?? '0') * 1e8));
          const actual = position === null ? 'none' : `${position.type} ${units(position.num)} for ${units(position.cost)}`;
          expect(actual).toBe(expected);
        }
      }),
      { numRuns: RUNS, endOnFailure: true, examples: ALWAYS, seed: createRandom('perpetual model').seed },
    );
    await closeWorld();
    expect(liquidations).toBeGreaterThan(0);
    expect(Object.entries(occurred).filter(([, times]) => times === 0)).toEqual([]);
  },
  timeoutOf({ rounds: RUNS, roundMsMax: 5_000 }),
);
