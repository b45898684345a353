import { afterAll, beforeAll, expect, it } from 'vitest';
import { findTermEnds } from '../../exchange/modules/earn/earn';
import { findLoanDues } from '../../exchange/modules/loans/loans';
import { listOpenPlaces } from '../../exchange/modules/perpetual/perpetual';
import { findLiquidations, findWarnings } from '../../exchange/modules/perpetual/perpetual.queries';
import { createRulesOf } from '../../exchange/modules/perpetual/perpetual.rules';
import { createTestDatabase } from '../../exchange/platform/test-database';
import { readFirstPerpetual } from '../helpers/first-perpetual-terms';

let db: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  db = await createTestDatabase();
  await db.read.query(
    `INSERT INTO users (id, username, username_key, referral_code, kind) VALUES (7, 'ada', 'ada', 'AAAAAAAA', 'person'), (8, 'bob', 'bob', 'BBBBBBBB', 'person')`,
  );
  // Longs of one bitcoin at 100,000 with a margin of 10,000; what was closed is none.
  await db.read.query(
    `INSERT INTO perpetual_positions (id, user_id, mode, market, side, quantity, cost, margin, leverage, realized, fees, funding, opened_quantity, opened_cost,
       closed_quantity, closed_value, margin_most, opened_at, updated_at, closed_at, close_origin)
     SELECT id, user_id, mode, market, side, open, open * 100000, open / 10 * 100000, 10, 0, 0, 0, 100000000, 10000000000000, 100000000 - open, 0, 1000000000000, now(), now(),
            CASE open WHEN 0 THEN now() END, CASE open WHEN 0 THEN 'user' END
       FROM (VALUES (1, 7, 'real', 'BTC-USDT', 'long', 100000000::numeric), (2, 7, 'demo', 'BTC-USDT', 'short', 100000000), (3, 8, 'real', 'BTC-USDT', 'long', 0),
                    (4, 8, 'real', 'ETH-USDT', 'long', 100000000)) AS p(id, user_id, mode, market, side, open)`,
  );
});
afterAll(() => db.close());

const real = { mode: 'real' } as const;
const rulesOf = createRulesOf(readFirstPerpetual);

it('prices of liquidation and of warnings come for each position that is asked for, and only for what is open', async () => {
  const of = [
    { ...real, userId: '8', market: 'BTC-USDT' },
    { ...real, userId: '7', market: 'BTC-USDT' },
    { mode: 'demo' as const, userId: '7', market: 'BTC-USDT' },
    { ...real, userId: '7', market: 'ETH-USDT' },
  ];
  const [liquidations, warnings] = [await findLiquidations(db.read, of, rulesOf), await findWarnings(db.read, of, rulesOf)];
  expect(liquidations).toMatchObject([null, { side: 'long' }, { side: 'short' }, null]);
  expect(warnings).toMatchObject([null, { side: 'long' }, { side: 'short' }, null]);
  const at = (found: typeof warnings, n: number) => Number(found[n]?.price);
  expect(at(liquidations, 1)).toBeLessThan(at(warnings, 1));
  expect(at(warnings, 1)).toBeLessThan(100_000);
  expect(at(liquidations, 2)).toBeGreaterThan(at(warnings, 2));
  expect(at(warnings, 2)).toBeGreaterThan(100_000);
  expect(await findWarnings(db.read, [], rulesOf)).toEqual([]);
});

it('open positions are listed in their order, and on from any of them', async () => {
  const all = await listOpenPlaces(db.read, { after: null, limit: 10 });
  expect(all.map(({ userId, mode, market }) => `${market} ${mode} ${userId}`)).toEqual([
    'BTC-USDT demo 7',
    'BTC-USDT real 7',
    'ETH-USDT real 8',
  ]);
  expect(await listOpenPlaces(db.read, { after: all[0] ?? null, limit: 1 })).toEqual([all[1]]);
  expect(await listOpenPlaces(db.read, { after: all[2] ?? null, limit: 1 })).toEqual([]);
});

it("dates come for the own loan and the own stake of an account, and not for another's or what is over", async () => {
  await db.read.query(
    `INSERT INTO loans (id, user_id, realm, product, terms_version, days, day_ms, rate, amount, interest, state, ending, is_auto, needs_operators, applied_at, paid_out_at,
       due_at, ended_at, principal, next_at) OVERRIDING SYSTEM VALUE VALUES
       (1, 7, 'real', 'p', 1, 10, 1000, '1', 100, 1, 'running', NULL, true, false, 1, 1, 10001, NULL, 100, 2),
       (2, 7, 'real', 'p', 1, 10, 1000, '1', 100, 1, 'finished', 'repaid', true, false, 1, 1, 10001, 5, 0, NULL)`,
  );
  await db.read.query(
    `INSERT INTO staking_positions (id, user_id, mode, kind, term, version, asset, principal, rate, daily, total, days, day_ms, exit_ms, subscribed_at, starts_at, ends_at, next_at)
     VALUES (1, 7, 'real', 'term', 1, 1, 'USDT', 100, 1, 1, 10, 10, 1000, 0, 1, 1, 10001, 2)`,
  );
  const of = [
    { ...real, userId: '8', id: '1' },
    { ...real, userId: '7', id: '1' },
    { mode: 'demo' as const, userId: '7', id: '1' },
    { ...real, userId: '7', id: '2' },
  ];
  expect(await findLoanDues(db.read, of)).toEqual([null, 10_001, null, null]);
  expect(await findTermEnds(db.read, of)).toEqual([null, 10_001, null, null]);
});
