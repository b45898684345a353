import { expect, it } from 'vitest';
import { DEFAULT_PRODUCTS } from './default-products';
import { findLoanProblem, findMostLoan, findRepayProblem, isDecidedByPeople, type Standing } from './find-problem';

const [, WEEK] = DEFAULT_PRODUCTS;
if (WEEK === undefined) throw new Error('there is no product of 7 days');
const STANDING: Standing = { limit: '2000', owed: '500', pool: '100000', operatorsAbove: '1800', isVerified: true };
const DEBT = { principal: '1000', interest: '3', fee: '0', total: '1003' };

it.each([
  ['999.99', STANDING, 'LOAN_AMOUNT_OUT_OF_RANGE', { min: '1000', max: '1000000' }],
  ['1500', STANDING, null, null],
  ['1500.01', STANDING, 'LOAN_LIMIT_EXCEEDED', { limit: '2000', left: '1500' }],
  ['1000', { ...STANDING, owed: '2500' }, 'LOAN_LIMIT_EXCEEDED', { limit: '2000', left: '0' }],
  // Who is not verified reads of that alone.
  ['5000', { ...STANDING, isVerified: false }, null, null],
  ['1200', { ...STANDING, pool: '1100' }, 'LOAN_POOL_EMPTY', { left: '1100' }],
])('%s to be borrowed with %o: %s', (amount, standing, code, params) => {
  expect(findLoanProblem(WEEK, amount, standing)).toEqual(code === null ? null : { code, params });
});

it.each([
  ['the limit', STANDING, '1500'],
  ['the pool', { ...STANDING, pool: '1234.567' }, '1234.56'],
  ['the least of the product where nothing is left', { ...STANDING, owed: '2000' }, '1000'],
  ['the most of the product before the exchange has answered', undefined, '1000000'],
])('the most that can be borrowed is %s', (_what, standing, most) => {
  expect(findMostLoan(WEEK, standing)).toBe(most);
});

it.each([
  ['1300', '1800', false],
  ['1300.01', '1800', true],
  // Nobody agreed to a loan of theirs so far.
  ['1000', '0', true],
])('%s beside what is owed, decided by people above %s: %s', (amount, operatorsAbove, isDecided) => {
  expect(isDecidedByPeople(amount, { ...STANDING, operatorsAbove })).toBe(isDecided);
});

it.each([
  ['9.99', true, '2000', 'LOAN_REPAYMENT_INVALID'],
  ['10', true, '2000', null],
  ['999.99999999', true, '2000', null],
  ['1000', true, '2000', 'LOAN_REPAYMENT_INVALID'],
  ['1500', true, '2000', 'LOAN_REPAYMENT_INVALID'],
  ['1003', true, '2000', null],
  ['1003', false, '1002', 'INSUFFICIENT_BALANCE'],
  ['1003', false, null, null],
])('%s paid back (a part: %s) with %s available: %s', (paid, isPart, available, code) => {
  expect(findRepayProblem(DEBT, paid, { isPart, available })?.code ?? null).toBe(code);
});
