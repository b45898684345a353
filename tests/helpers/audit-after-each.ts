import { afterEach, expect } from 'vitest';
import { watchTestDatabases } from '../../exchange/platform/test-database';

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
