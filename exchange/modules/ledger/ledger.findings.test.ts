import { expect, it } from 'vitest';
import { createTestDatabase } from '../../platform/test-database';
import { describeLedgerAudit, findStrangers } from './ledger.findings';
import { postJournals } from './ledger';

const clean = {
  sums: [{ realm: 'real', asset: 'USDT', accounts: 3, postingsSum: 0n, balancesSum: 0n }],
  journals: 1,
  postings: 2,
  differences: [],
  faultyJournals: [],
  faultySums: [],
  isClean: true,
};

it('a clean ledger has no faults, and a figure for each realm and asset', () => {
  const { figures, faults } = describeLedgerAudit(clean);
  expect(figures[1]).toMatch(/^real\s+USDT\s+3\s+0\s+0$/);
  expect(faults).toEqual([]);
});

it('every account, journal, total and sum that is wrong is a fault', () => {
  const { faults } = describeLedgerAudit({
    ...clean,
    isClean: false,
    sums: [{ realm: 'real', asset: 'USDT', accounts: 3, postingsSum: 0n, balancesSum: 1n }],
    differences: [{ address: 'user:1:real:USDT:available', derived: 5n, stored: 6n, last: 5n }],
    faultyJournals: ['9'],
    faultySums: [{ userId: '1', realm: 'real', day: '2026-03-01', asset: 'USDT', code: 'FAUCET' }],
  });
  expect(faults).toEqual([
    'real USDT does not sum to zero',
    'user:1:real:USDT:available: postings sum to 5, stored balance 6, last posting says 5 (base units)',
    'journal 9',
    'sum of user 1, real, 2026-03-01, USDT, FAUCET',
  ]);
});

it('a journal code and an account that no module brings are found', async () => {
  const db = await createTestDatabase();
  const post = (code: string, address: string) =>
    db.transaction((tx) =>
      postJournals(tx, [
        {
          code,
          reference: '1',
          at: 0,
          postings: [
            { address: 'outside:real:issuance:USDT', amount: -1n },
            { address, amount: 1n },
          ],
        },
      ]),
    );
  await post('FAUCET', 'user:1:real:USDT:available');
  await post('SPOT_FILL', 'house:real:fees-spot-ETH-USDT:USDT');
  await post('GIFT', 'house:real:fees-gifts:USDT');
  const codes = { FAUCET: { record: 'other', isExternal: true }, SPOT_FILL: { record: 'trade', isExternal: false } } as const;
  expect(await findStrangers(db, { codes, families: ['outside:issuance', 'house:fees-spot-*'] })).toEqual([
    'journal code GIFT is brought by no module',
    'account house:real:fees-gifts:USDT is of a family that no module brings',
  ]);
  await db.close();
});
