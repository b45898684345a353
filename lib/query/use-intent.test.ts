import { describe, expect, it } from 'vitest';
import { ApiError } from './api-client';
import { createIntent } from './use-intent';

function counter() {
  let n = 0;
  return () => {
    n += 1;
    return `request-${n}`;
  };
}
const input = { symbol: 'BTC-USDT', quantity: '1' };

describe('intent', () => {
  it.each([
    { name: 'a time-out', error: new ApiError('LEGACY_TIMEOUT', 504) },
    { name: 'an unknown outcome', error: new ApiError('OUTCOME_UNKNOWN', 504) },
    { name: 'no answer at all', error: new ApiError('LEGACY_UNREACHABLE', 0) },
    { name: 'a request that is still being processed', error: new ApiError('REQUEST_PENDING', 409) },
    { name: 'a fault that we do not know', error: new TypeError('network') },
  ])('keeps the request id after $name', ({ error }) => {
    const intent = createIntent(counter());
    expect(intent.requestIdFor(input)).toBe('request-1');
    intent.settle(error);
    expect(intent.requestIdFor({ ...input })).toBe('request-1');
  });
  it('takes a new request id after success and after a clear refusal', () => {
    const intent = createIntent(counter());
    intent.requestIdFor(input);
    intent.settle();
    expect(intent.requestIdFor(input)).toBe('request-2');
    intent.settle(new ApiError('INSUFFICIENT_BALANCE', 409));
    expect(intent.requestIdFor(input)).toBe('request-3');
  });
  it('takes a new request id when the input changed', () => {
    const intent = createIntent(counter());
    intent.requestIdFor(input);
    expect(intent.requestIdFor({ ...input, quantity: '2' })).toBe('request-2');
  });
});
