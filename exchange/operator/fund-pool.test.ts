import { expect, it } from 'vitest';
import { auditLedger, takeTurns } from '../modules/ledger/ledger';
import { createTestDatabase } from '../platform/test-database';
import { fundPool } from './fund-pool';

const FUND = 'house:real:insurance-fund:USDT';

async function open() {
  const db = await createTestDatabase();
  const balance = () => db.transaction(async (tx) => (await takeTurns(tx, [FUND])).get(FUND));
  return { db, balance, fund: (...words: string[]) => fundPool(db, { words, at: 0 }) };
}

it('books the money of a reference once, and the ledger stays at zero', async () => {
  const { db, balance, fund } = await open();
  expect(await fund('insurance-fund', '1500.5', 'wire-17')).toBe(`1500.5 USDT booked into ${FUND}, reference wire-17\n`);
  await expect(fund('insurance-fund', '1500.5', 'wire-17')).rejects.toThrow('nothing changed');
  expect(await balance()).toBe(150_050_000_000n);
  await fund('insurance-fund', '1', 'wire-18');
  expect(await balance()).toBe(150_150_000_000n);
  expect((await auditLedger(db)).isClean).toBe(true);
});

it.each([
  [['fees', '1', 'a'], 'Which pool?'],
  [[], 'Which pool?'],
  [['insurance-fund', '1'], 'A reference is needed'],
  [['insurance-fund', '1', 'a b'], 'A reference is needed'],
  [['insurance-fund', '0', 'a'], 'above zero'],
  [['insurance-fund', '-1', 'a'], 'above zero'],
  [['insurance-fund', '1e3', 'a'], 'AMOUNT'],
  [['insurance-fund', '0.000000001', 'a'], 'AMOUNT_PRECISION'],
])('refuses %j and books nothing', async (words, reason) => {
  const { balance, fund } = await open();
  await expect(fund(...words)).rejects.toThrow(reason);
  expect(await balance()).toBe(0n);
});
