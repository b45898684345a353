import { afterEach, beforeEach, expect, it } from 'vitest';
import { auditLedger, getAccountBalances, takeTurns } from '../modules/ledger/ledger';
import { createOperatorKey, foundOperator } from '../modules/operators/operators';
import { createOperatorsModule } from '../modules/operators/operators.module';
import type { Database } from '../platform/db';
import { createTestDatabase } from '../platform/test-database';
import { createTestPlatform } from '../platform/test-platform';
import { runCommand } from './commands';

const FUND = 'house:real:insurance-fund:USDT';

let db: Database;
beforeEach(async () => {
  db = await createTestDatabase();
});
afterEach(() => db.close());

async function open() {
  const { platform } = createTestPlatform(db);
  const keys = new Map<string, string>();
  for (const name of ['eve', 'fay']) {
    const { key, fingerprint } = createOperatorKey();
    keys.set(name, key);
    await db.transaction((tx) => foundOperator(tx, { name, roles: ['admin', 'treasurer'], fingerprint, at: 0 }));
  }
  const balance = () => db.transaction(async (tx) => (await takeTurns(tx, [FUND])).get(FUND));
  const run = async (name: string, ...argv: string[]) =>
    (
      await runCommand(
        {
          db,
          env: { dataDir: '.', sandbox: false },
          audits: createOperatorsModule(platform).audits ?? [],
          operatorKey: keys.get(name) ?? null,
          now: () => 1_000,
        },
        argv,
      )
    ).text;
  return { balance, run, fund: (...words: string[]) => run('eve', 'fund', ...words, '--reason', 'the pool runs low') };
}

it('books the money of a reference once, after a second operator has agreed, and the ledger stays at zero', async () => {
  const { balance, run, fund } = await open();
  const asked = await fund('insurance-fund', '1500.5', 'wire-17');
  expect(asked).toContain(`request 1 waits for a second operator`);
  expect(asked).toContain(`journal HOUSE_FUNDING insurance-fund:real:wire-17\n  outside:real:operator:USDT -1500.5\n  ${FUND} +1500.5`);
  expect(await balance()).toBe(0n);
  await expect(run('eve', 'approve', '1', '--reason', 'seen')).rejects.toMatchObject({ code: 'SAME_OPERATOR' });
  expect(await run('fay', 'approve', '1', '--reason', 'seen at the bank')).toBe(`1500.5 USDT booked into ${FUND}, reference wire-17\n`);
  expect(await balance()).toBe(150_050_000_000n);
  await expect(run('fay', 'approve', '1', '--reason', 'again')).rejects.toMatchObject({ code: 'REQUEST_DECIDED' });
  await fund('insurance-fund', '1500.5', 'wire-17');
  await expect(run('fay', 'approve', '2', '--reason', 'seen')).rejects.toThrow('nothing changed');
  await run('fay', 'refuse', '2', '--reason', 'booked before');
  expect(await run('fay', 'queue')).toBe('nothing waits for approval\n');
  expect(await balance()).toBe(150_050_000_000n);
  expect((await auditLedger(db)).isClean).toBe(true);
  // The look at what waits and the audit are rows as well.
  expect(await run('eve', 'audit')).toContain('operator log: 8 rows');
});

it('books out of a pool what is not promised, after a second operator has agreed, and no unit more', async () => {
  const { run, fund } = await open();
  const read = async () => (await getAccountBalances(db.read, ['house:real:staking-pool:USDC'])).get('house:real:staking-pool:USDC');
  await fund('staking-pool', '100', 'wire-1', 'USDC');
  await run('fay', 'approve', '1', '--reason', 'seen at the bank');
  expect(await read()).toBe(10_000_000_000n);
  const defund = (amount: string, reference: string) =>
    run('eve', 'defund', 'staking-pool', amount, reference, 'USDC', '--reason', 'not needed');
  expect(await defund('60', 'out-1')).toContain('journal POOL_DEFUNDING staking-pool:real:USDC:out-1\n  outside:real:operator:USDC +60');
  await defund('40.00000001', 'out-2');
  expect(await run('fay', 'approve', '2', '--reason', 'fine')).toContain('booked out of house:real:staking-pool:USDC');
  await expect(run('fay', 'approve', '3', '--reason', 'fine')).rejects.toThrow('has 40 USDC that is not promised');
  expect(await read()).toBe(4_000_000_000n);
  await expect(fund('loan-pool', '1', 'a', 'BTC')).rejects.toThrow('the pool holds no such asset');
  await expect(run('eve', 'defund', 'insurance-fund', '1', 'a', '--reason', 'no')).rejects.toThrow('one of options-pool');
});

it.each([
  [['fees', '1', 'a'], 'one of insurance-fund'],
  [[], 'one of insurance-fund'],
  [['insurance-fund', '1'], 'reference'],
  [['insurance-fund', '1', 'a b'], 'up to 50 letters'],
  [['insurance-fund', '0', 'a'], 'above zero'],
  [['insurance-fund', '1e3', 'a'], 'above zero'],
  [['insurance-fund', '0.000000001', 'a'], 'at most eight decimals'],
])('refuses %j and asks nobody', async (words, reason) => {
  const { run, fund } = await open();
  await expect(fund(...words)).rejects.toThrow(reason);
  expect(await run('fay', 'queue')).toBe('nothing waits for approval\n');
});
