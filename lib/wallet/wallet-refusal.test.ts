import { expect, test } from 'vitest';
import { walletRefusal } from './wallet-refusal';

test.each([
  { name: 'a "no" of the user', error: { code: 4001 }, refusal: 'rejected' },
  {
    name: 'a "no" wrapped twice by a library',
    error: new Error('a', { cause: new Error('b', { cause: { code: 4001 } }) }),
    refusal: 'rejected',
  },
  { name: 'a request that is still open', error: { code: -32002 }, refusal: 'busy' },
  { name: 'a fault of the wallet', error: { code: -32603 }, refusal: 'failed' },
  { name: 'nothing at all', error: undefined, refusal: 'failed' },
])('reads $name as $refusal', ({ error, refusal }) => {
  expect(walletRefusal(error)).toBe(refusal);
});

test('stops at an error that is its own cause', () => {
  const error = new Error('round') as Error & { cause?: unknown };
  error.cause = error;
  expect(walletRefusal(error)).toBe('failed');
});
