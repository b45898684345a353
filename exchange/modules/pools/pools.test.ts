import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database, Tx } from '../../platform/db';
import { createTestDatabase } from '../../platform/test-database';
import { auditLedger, getAccountBalances, houseAddress, postJournals } from '../ledger/ledger';
import { auditPools } from './pools.cover';
import { grantPools } from './pools.funding';
import {
  type Payment,
  payReserves,
  poolAddress,
  readCover,
  releaseReserves,
  type Reservation,
  reservedAddress,
  reservePools,
} from './pools';

const AT = Date.UTC(2026, 2, 1);
const UNTIL = AT + 86_400_000;
const PART = { pool: 'reward', mode: 'demo', asset: 'USDT' } as const;
const TO = houseAddress({ mode: 'demo', name: 'rounding', asset: 'USDT' });
const GRANT = 1_000_000n * 10n ** 8n;

let db: Database;
beforeAll(async () => {
  db = await createTestDatabase();
  for (let n = 0; n < 2; n++) await db.transaction((tx) => grantPools(tx, { isSandbox: false, at: AT }));
});
afterAll(async () => {
  expect((await auditLedger(db)).isClean).toBe(true);
  await db.close();
});

const promise = (reference: string, amount: bigint): Reservation => ({ ...PART, purpose: 'test', reference, amount, until: UNTIL });
const pay = (reference: string, key: string, amount: bigint): Payment => ({
  purpose: 'test',
  reference,
  key,
  code: 'TEST_PAY',
  to: [{ address: TO, amount }],
});
const post = (make: (tx: Tx) => Promise<Parameters<typeof postJournals>[1]>) =>
  db.transaction(async (tx) => (await postJournals(tx, await make(tx))).ids.length);
const balances = async () => {
  const [free, reserved] = [poolAddress(PART), reservedAddress(PART)];
  const found = await getAccountBalances(db.read, [free, reserved]);
  return { free: found.get(free) ?? 0n, reserved: found.get(reserved) ?? 0n };
};
const faults = async () => (await auditPools(db)).faults;

it('grants the demo pools their money once, and real ones nothing outside a sandbox', async () => {
  expect(await balances()).toEqual({ free: GRANT, reserved: 0n });
  expect(await readCover(db.read, { ...PART, mode: 'real' })).toEqual({ free: 0n, reserved: 0n, until: null });
});

it('sets a promise aside, pays it by keys and gives the rest back, each once however often it is asked for', async () => {
  for (const posted of [1, 0]) expect(await post((tx) => reservePools(tx, [promise('a', 100n)], AT))).toBe(posted);
  expect(await readCover(db.read, PART)).toEqual({ free: GRANT - 100n, reserved: 100n, until: UNTIL });
  for (const posted of [2, 0]) expect(await post((tx) => payReserves(tx, [pay('a', '1', 10n), pay('a', '2', 20n)], AT))).toBe(posted);
  expect(await balances()).toEqual({ free: GRANT - 100n, reserved: 70n });
  expect(await faults()).toEqual([]);
  for (const posted of [1, 0]) expect(await post((tx) => releaseReserves(tx, [{ purpose: 'test', reference: 'a' }], AT))).toBe(posted);
  expect(await balances()).toEqual({ free: GRANT - 30n, reserved: 0n });
  expect(await readCover(db.read, PART)).toMatchObject({ until: null });
});

it('error: a promise under a used name with other terms, more than is promised, and more than the pool has change nothing', async () => {
  await post((tx) => reservePools(tx, [promise('b', 50n)], AT));
  const before = await balances();
  await expect(post((tx) => reservePools(tx, [promise('b', 51n)], AT))).rejects.toMatchObject({ code: 'DUPLICATE_REQUEST' });
  await expect(post((tx) => payReserves(tx, [pay('b', '1', 30n), pay('b', '2', 21n)], AT))).rejects.toThrow('promises 50, not 51');
  await expect(post((tx) => reservePools(tx, [promise('c', GRANT)], AT))).rejects.toMatchObject({ code: 'INSUFFICIENT_BALANCE' });
  expect(await balances()).toEqual(before);
  expect(await faults()).toEqual([]);
});

it('security: the database refuses to raise, move or delete a promise', async () => {
  await expect(db.read.query('UPDATE pool_reserves SET amount = amount + 1')).rejects.toThrow('otherwise never changed');
  await expect(db.read.query('DELETE FROM pool_reserves')).rejects.toThrow('otherwise never changed');
});

it('holds what is promised, to the unit, whatever is promised, paid and given back, and is never below zero', async () => {
  const step = fc.record({
    act: fc.constantFrom('reserve', 'pay', 'release'),
    reference: fc.integer({ min: 0, max: 3 }).map((n) => `p${n}`),
    key: fc.integer({ min: 0, max: 4 }).map(String),
    amount: fc.bigInt({ min: 1n, max: GRANT / 2n }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      for (const { act, reference, key, amount } of steps) {
        await post((tx) => {
          if (act === 'reserve') return reservePools(tx, [promise(reference, amount)], AT);
          if (act === 'pay') return payReserves(tx, [pay(reference, key, amount)], AT);
          return releaseReserves(tx, [{ purpose: 'test', reference }], AT);
        }).catch((error: Error) => expect(error.message).toMatch(/DUPLICATE|INSUFFICIENT|promises|no reserve|were found/));
      }
      const { free, reserved } = await balances();
      expect(free >= 0n && reserved >= 0n).toBe(true);
      expect(await faults()).toEqual([]);
    }),
    { numRuns: 12 },
  );
});
