import { expect, it } from 'vitest';
import { listEnds } from './loan-ends';

const LOAN = { paidOutAt: '2028-01-01T00:00:00.000Z', dueAt: '2028-01-08T00:00:00.000Z', dayMs: 86_400_000 };

it.each([
  ['running', ['due 2028-01-08', 'withdrawUntil 2028-01-15']],
  ['overdue', ['due 2028-01-08', 'withdrawUntil 2028-01-15', 'writtenOffAt 2028-04-07']],
  // Nothing is left to be withdrawn.
  ['finished', ['due 2028-01-08']],
] as const)('a loan that is %s ends %j', (state, ends) => {
  expect(listEnds({ ...LOAN, state }).map(({ name, iso }) => `${name} ${iso.slice(0, 10)}`)).toEqual(ends);
});

it('an application has no ends yet', () => {
  expect(listEnds({ state: 'applying', paidOutAt: null, dueAt: null, dayMs: 86_400_000 })).toEqual([]);
});
