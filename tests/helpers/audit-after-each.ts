import { afterAll, afterEach, expect } from 'vitest';
import { forgetLentDatabases, watchTestDatabases } from '../../exchange/platform/test-database';

/** Where money comes in, goes out and is exchanged. Other modules' worlds prove the ledger where they end. */
const MONEY = /\/exchange\/modules\/(convert|deposits|networks|proofs|wires|withdrawals)\//;

const isMoney = MONEY.test(expect.getState().testPath ?? '');
const look = watchTestDatabases(
  isMoney
    ? async (db) => {
        const { auditLedger } = await import('../../exchange/modules/ledger/ledger');
        expect(await auditLedger(db), 'the ledger after this test').toMatchObject({ isClean: true });
      }
    : null,
);
if (isMoney) afterEach(look);

/** A database that is left open costs the next test a new one, a second of processor time, and the worker its memory. A test that failed may have left one. */
let hasFailed = false;
afterEach(({ task }) => {
  hasFailed ||= task.result?.state === 'fail';
});
afterAll(() => {
  const left = forgetLentDatabases();
  if (!hasFailed) expect(left, 'databases that this file left open').toBe(0);
});
