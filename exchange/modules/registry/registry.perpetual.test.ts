import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FIRST_PERPETUAL } from '../../../tests/helpers/first-perpetual-terms';
import {
  calculateInitialMargin,
  calculateMaintenanceMargin,
  calculateNotionalMax,
  calculateWarningPrice,
  isLiquidatable,
} from '../../../lib/rules/perpetual';
import { createPerpetualTerms, type TierRow } from '../../../lib/rules/perpetual-terms';
import type { OperatorActor } from '../../platform/actor';
import type { Database } from '../../platform/db';
import { createTestDatabase } from '../../platform/test-database';
import { createTestPlatform } from '../../platform/test-platform';
import { createActions, createOperatorKey, foundOperator, identifyOperator } from '../operators/operators';
import { changeRegistryAction } from './registry.actions';
import { perpetualTerms } from './registry.perpetual';
import { listVersionsOf } from './registry.repository';
import { createRegistry, type Registry } from './registry.service';

const NOW = Date.UTC(2026, 2, 1, 12);
const DAY_MS = 86_400_000;
const ONE = 10n ** 8n;
const FEES = { makerFeeRate: '0.0002', takerFeeRate: '0.0005' };
const FIRST = { ...FEES, ...FIRST_PERPETUAL.terms };
const acts = createActions([changeRegistryAction]);
let db: Database;
let time: { now: number };
let registry: Registry;
let actors: OperatorActor[];

beforeEach(async () => {
  db = await createTestDatabase();
  const test = createTestPlatform(db, { now: NOW });
  time = test.time;
  registry = createRegistry(test.platform);
  await registry.refresh();
  actors = [];
  for (const name of ['eve', 'fay']) {
    const { key, fingerprint } = createOperatorKey();
    await db.transaction((tx) => foundOperator(tx, { name, roles: ['admin', 'product'], fingerprint, at: NOW }));
    actors.push(await identifyOperator(db.read, key, NOW));
  }
});
afterEach(() => db.close());

async function change(terms: unknown, takesEffectAt = NOW + DAY_MS) {
  const [newest] = await listVersionsOf(db.read, { kind: 'product', code: 'perpetual' });
  const base = String(newest?.version);
  const input = { kind: 'product', code: 'perpetual', base, terms, takesEffectAt, note: 'other tiers' };
  const asked = { actor: actors[0] as OperatorActor, act: 'registry.change', reason: 'risk', input, at: NOW } as const;
  const outcome = await db.transaction((tx) => acts.performAction(tx, asked));
  const requestId = outcome.state === 'requested' ? outcome.requestId : '';
  await db.transaction((tx) => acts.approveRequest(tx, { actor: actors[1] as OperatorActor, requestId, reason: 'seen', at: NOW }));
  await registry.refresh();
}

const smaller: TierRow[] = [
  ['20000', 20, '0.02'],
  ['2000000', 5, '0.1'],
];

it('tiers and the liquidation fee change at their time, a day ahead, and each version stays readable by its number', async () => {
  expect(registry.readPerpetualRisk()).toEqual({ version: 1, terms: expect.objectContaining(FIRST_PERPETUAL.terms) });
  await change({ ...FIRST, liquidationFeeRate: '0.01', majorTiers: smaller, otherTiers: smaller });
  time.now = NOW + DAY_MS - 1;
  expect(registry.readPerpetualRisk()).toMatchObject({ version: 1, terms: { liquidationFeeRate: '0.005' } });
  time.now += 1;
  expect(registry.readPerpetualRisk()).toMatchObject({ version: 2, terms: { liquidationFeeRate: '0.01', majorTiers: smaller } });
  expect(registry.readPerpetualRisk(1)).toMatchObject({ version: 1, terms: { majorTiers: FIRST.majorTiers } });
  expect(() => registry.readPerpetualRisk(3)).toThrow('no version 3 of product perpetual');
});

it('tighter ones are said to whoever tells of them, milder ones are not', async () => {
  const announced = async () =>
    (await db.read.query<{ payload: object }>("SELECT payload FROM event_log WHERE kind = 'registry.perpetual-tightened'")).rows;
  await change({ ...FIRST, liquidationFeeRate: '0.004' });
  expect(await announced()).toEqual([]);
  await change({ ...FIRST, liquidationFeeRate: '0.004', majorTiers: smaller, otherTiers: smaller }, NOW + 2 * DAY_MS);
  const [{ payload } = { payload: {} }] = await announced();
  expect(payload).toMatchObject({ version: 3, takesEffectAt: NOW + 2 * DAY_MS });
  expect(payload).toHaveProperty('markets.0', { market: 'BTC-USDT', leverage: 20, maintenance: '0.02' });
});

it('error: they are refused with less than a day of notice, and with other fees, which have their own act', async () => {
  const terms = { ...FIRST, liquidationFeeRate: '0.01' };
  await expect(change(terms, NOW + DAY_MS - 1)).rejects.toThrow('at least a day after its approval');
  await expect(change({ ...terms, takerFeeRate: '0.0004' })).rejects.toThrow('changed by fees.change');
  expect(registry.readPerpetualRisk().version).toBe(1);
});

describe('error: tiers are refused, before anybody is asked,', () => {
  const rows = (...given: unknown[]) => ({ majorTiers: given });
  it.each<[string, object]>([
    ['without any', rows()],
    ['with more than twenty', rows(...Array.from({ length: 21 }, (_, n) => [`${n + 1}000000`, 1, '0.1']))],
    ['that do not reach further', rows(['50000', 50, '0.01'], ['50000', 10, '0.02'], ['2000000', 5, '0.1'])],
    ['that allow more leverage higher up', rows(['50000', 50, '0.005'], ['2000000', 60, '0.01'])],
    ['that ask for less margin higher up', rows(['50000', 50, '0.01'], ['2000000', 5, '0.009'])],
    ['under which a position would be due when it is opened', rows(['2000000', 50, '0.0195'])],
    ['without maintenance margin', rows(['2000000', 50, '0'])],
    ['with nearly all of it', rows(['2000000', 1, '0.76'])],
    ['with more leverage than there is', rows(['2000000', 126, '0.001'])],
    ['that end too low for the house', rows(['999999', 50, '0.01'])],
    ['that end too high', rows(['10000000001', 50, '0.01'])],
    ['with parts of a USDT', rows(['2000000.5', 50, '0.01'])],
    ['with a bound that is no number', rows(['much', 50, '0.01'])],
    ['with a rate that is none', rows(['2000000', 50, 'x'])],
    ['with a rate that no screen shows', rows(['2000000', 50, '0.0100001'])],
    ['of a market that there is not', { majors: ['BTC-USDT', 'XXX-USDT'] }],
    ['of a market twice', { majors: ['BTC-USDT', 'BTC-USDT'] }],
    ['without the market that help names', { majors: ['ETH-USDT'] }],
    ['with more leverage for the others', { otherTiers: [['2000000', 101, '0.001']] }],
    ['with a fee that takes a position', { liquidationFeeRate: '0.03' }],
  ])('%s', async (_name, terms) => {
    await expect(change({ ...FIRST, ...terms })).rejects.toMatchObject({ code: 'INPUT_INVALID' });
  });
});

const row = fc.tuple(fc.integer({ min: 1, max: 4_000_000 }), fc.integer({ min: 1, max: 125 }), fc.integer({ min: 1, max: 750_000 }));
const tableArb = fc.array(row, { minLength: 1, maxLength: 6 }).map((rows) => {
  const sorted = (pick: (each: (typeof rows)[number]) => number) => rows.map(pick).sort((a, b) => a - b);
  const [bounds, leverages, rates] = [sorted(([bound]) => bound), sorted(([, leverage]) => -leverage), sorted(([, , rate]) => rate)];
  return bounds.map((bound, n): TierRow => [String(bound), -(leverages[n] ?? 0), `0.${String(rates[n]).padStart(6, '0')}`]);
});

it('whatever table is taken: margin has no jump between tiers, nobody is due when a position is opened, and everybody can be warned', () => {
  let taken = 0;
  fc.assert(
    fc.property(tableArb, (rows) => {
      if (!perpetualTerms.safeParse({ ...FIRST, majorTiers: rows, otherTiers: [['2000000', 1, '0.5']] }).success) return;
      taken += 1;
      const terms = createPerpetualTerms({ market: 'BTC-USDT', tiers: rows, liquidationFeeRate: '0.005' });
      const needOf = (notional: bigint) => calculateMaintenanceMargin({ tiers: terms.tiers, notional });
      for (const { notionalMax, leverageMax } of terms.tiers) {
        expect(needOf(notionalMax + 1n) - needOf(notionalMax)).toBeLessThanOrEqual(1n);
        expect(calculateNotionalMax(terms.tiers, leverageMax)).toBeGreaterThanOrEqual(notionalMax);
        const margin = calculateInitialMargin({ value: notionalMax, leverage: leverageMax });
        const position = { side: 'long' as const, quantity: notionalMax, cost: notionalMax, margin };
        expect(isLiquidatable({ terms, position, markPrice: ONE })).toBe(false);
        expect(calculateWarningPrice({ terms, position: { ...position, side: 'short' } })).toBeGreaterThan(0n);
      }
    }),
    { numRuns: 2_000 },
  );
  expect(taken).toBeGreaterThan(10);
});
