import { expect, it } from 'vitest';
import loans from '@/messages/en/loans.json';
import { listWays, textOfWay } from './repay-ways';

it('what is paid of an overdue loan has its late fees in it, and adds nothing to the score', () => {
  expect(loans.wayTexts[textOfWay('all', 'overdue')]).toMatch(/late fees(?!.*score)/);
  expect(loans.wayTexts[textOfWay('all', 'running')]).toMatch(/^(?!.*late fees).*score/);
  expect(textOfWay('part', 'overdue')).toBe('part');
});

const PAID_OUT = Date.UTC(2026, 2, 1, 12);
const OF = { paidOutAt: new Date(PAID_OUT).toISOString(), dayMs: 86_400_000 };
it.each([
  ['10', 13, ['all', 'withdraw']],
  ['10.00000001', 13, ['all', 'part', 'withdraw']],
  ['1000', 15, ['all', 'part']],
  ['9.5', 15, ['all']],
])('with %s left of the amount after %s days the ways to pay back are %o', (principal, days, ways) => {
  expect(listWays(OF, { principal, now: PAID_OUT + days * 86_400_000 })).toEqual(ways);
});
