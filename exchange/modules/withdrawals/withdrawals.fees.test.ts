import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../../platform/db';
import { createTestDatabase } from '../../platform/test-database';
import { auditLedger, getAccountBalances, postJournals } from '../ledger/ledger';
import type { ChainTransaction } from '../networks/networks';
import { drawChainFee } from './withdrawals.fees';
import type { WithdrawalRow } from './withdrawals.repository';

const SUN = 10n ** 12n;
let db: Database;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.close());

const row = { network: 'TRC20' } as WithdrawalRow;
const transactionOf = (txid: string, amount: bigint | null): ChainTransaction => ({
  ...{ txid, block: { number: 1, hash: 'h' }, confirmations: 20, isFailed: false, transfers: [] },
  fee: amount === null ? null : { asset: 'TRX', amount },
});
const book = (txid: string, amount: bigint | null) =>
  db.transaction(async (tx) => {
    const journals = await drawChainFee(tx, row, { transaction: transactionOf(txid, amount), at: 1 });
    await postJournals(tx, journals);
    return journals.length;
  });
const COST = 'outside:real:network-fees:TRX';
const CHAIN = 'outside:real:chain-TRC20:TRX';
const balances = async () => {
  const found = await getAccountBalances(db.read, [COST, CHAIN]);
  return [found.get(COST) ?? 0n, found.get(CHAIN) ?? 0n];
};

it('what TRON took in TRX is booked once for each transaction, rounded up, also for one that pays several', async () => {
  expect(await book('a'.repeat(64), 27_255_900n * SUN)).toBe(1);
  expect(await book('a'.repeat(64), 27_255_900n * SUN)).toBe(0);
  expect(await balances()).toEqual([-2_725_590_000n, 2_725_590_000n]);
  expect(await book('b'.repeat(64), 1n)).toBe(1);
  expect(await balances()).toEqual([-2_725_590_001n, 2_725_590_001n]);
  expect((await auditLedger(db)).isClean).toBe(true);
});

it('nothing is booked where staked energy and bandwidth covered all, or the chain says nothing', async () => {
  const before = await balances();
  expect([await book('c'.repeat(64), 0n), await book('d'.repeat(64), null)]).toEqual([0, 0]);
  expect(await balances()).toEqual(before);
});
