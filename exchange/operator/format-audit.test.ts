import { expect, it } from 'vitest';
import { formatAudit, formatFaults } from './format-audit';

const clean = {
  sums: [{ realm: 'real', asset: 'USDT', accounts: 3, postingsSum: 0n, balancesSum: 0n }],
  journals: 1,
  postings: 2,
  differences: [],
  faultyJournals: [],
  faultySums: [],
  isClean: true,
};

it('says that a clean ledger is clean, with the sum of each realm and asset', () => {
  expect(formatAudit(clean)).toMatch(/real\s+USDT\s+3\s+0\s+0\n/);
  expect(formatAudit(clean)).toMatch(/clean: every sum is 0/);
});

it('names every account, journal and sum that is wrong', () => {
  const text = formatAudit({
    ...clean,
    isClean: false,
    differences: [{ address: 'user:1:real:USDT:available', derived: 5n, stored: 6n, last: 5n }],
    faultyJournals: ['9'],
    faultySums: [{ userId: '1', realm: 'real', day: '2026-03-01', asset: 'USDT', code: 'FAUCET' }],
  });
  expect(text).toContain('DIFFERENCE user:1:real:USDT:available: postings sum to 5, stored balance 6');
  expect(text).toContain('FAULTY journal 9');
  expect(text).toContain('FAULTY sum of user 1, real, 2026-03-01, USDT, FAUCET');
  expect(text).toMatch(/NOT CLEAN\n$/);
});

it('says what is exact, and every fault of what is not', () => {
  expect(formatFaults('perpetual trading', [])).toBe('perpetual trading: exact\n');
  expect(formatFaults('perpetual trading', ['a', 'b'])).toBe('FAULT a\nFAULT b\n');
});
