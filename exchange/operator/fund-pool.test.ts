import { expect, it } from 'vitest';
import { auditLedger, takeTurns } from '../modules/ledger/ledger';
import { createOperatorKey, foundOperator } from '../modules/operators/operators';
import { createOperatorsModule } from '../modules/operators/operators.module';
import { createTestDatabase } from '../platform/test-database';
import { createTestPlatform } from '../platform/test-platform';
import { runCommand } from './commands';

const FUND = 'house:real:insurance-fund:USDT';

async function open() {
  const db = await createTestDatabase();
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
  return { db, balance, run, fund: (...words: string[]) => run('eve', 'fund', ...words, '--reason', 'the pool runs low') };
}

it('books the money of a reference once, after a second operator has agreed, and the ledger stays at zero', async () => {
  const { db, balance, run, fund } = await open();
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
  expect(await run('eve', 'audit')).toContain('operator log: 6 rows');
});

it.each([
  [['fees', '1', 'a'], 'one of insurance-fund'],
  [[], 'one of insurance-fund'],
  [['insurance-fund', '1'], 'reference'],
  [['insurance-fund', '1', 'a b'], 'up to 64 letters'],
  [['insurance-fund', '0', 'a'], 'above zero'],
  [['insurance-fund', '1e3', 'a'], 'above zero'],
  [['insurance-fund', '0.000000001', 'a'], 'at most eight decimals'],
])('refuses %j and asks nobody', async (words, reason) => {
  const { run, fund } = await open();
  await expect(fund(...words)).rejects.toThrow(reason);
  expect(await run('fay', 'queue')).toBe('nothing waits for approval\n');
});
