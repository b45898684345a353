import { expect, it } from 'vitest';
import { shareOf } from './share';

it.each([
  ['25', '100', '0.25'],
  ['1', '3', '0.3333'],
  ['0', '3', '0'],
  ['104318.5', '104318.5', '1'],
  ['0', '0', null],
])('%s of %s is %s', (value, total, share) => {
  expect(shareOf(value, total)).toBe(share);
});
