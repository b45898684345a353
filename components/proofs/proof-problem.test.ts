import { expect, it } from 'vitest';
import { endOfHash, findProofProblem } from './proof-problem';

const HASH = `0x${'ab12'.repeat(16)}`;

it.each([
  ['', HASH, null, 'amount'],
  ['0.', HASH, null, 'amount'],
  ['12.5', '', null, 'empty'],
  ['12.5', 'abc', null, 'hash'],
  ['12.5', '', 'picture-1', null],
  ['12.5', 'xyz', 'picture-1', 'hash'],
  ['12.5', ' 12AB12 ', null, null],
  ['12.5', HASH, null, null],
] as const)('a proof of %j with the hash %j and picture %j lacks %j', (amount, hash, picture, problem) => {
  expect(findProofProblem({ amount, hash, picture })).toBe(problem);
});

it('of a whole hash its end counts', () => expect(endOfHash(` ${HASH} `)).toBe('12ab12'));
