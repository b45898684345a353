import { describe, expect, it } from 'vitest';
import { ApiError } from './api-client';
import { createIntent } from './use-intent';

function counter() {
  let n = 0;
  return () => `request-${++n}`;
}
const refusal = (code: string) => new ApiError({ code: code as 'MARKET_BUSY', status: 409 } as never);

describe('intent', () => {
  it('keeps one request id for the same input while the outcome is unknown', () => {
    const intent = createIntent(counter());
    const input = { symbol: 'BTC-USDT', quantity: '1' };
    expect(intent.requestIdFor(input)).toBe('request-1');
    intent.settle(new TypeError('network'));
    expect(intent.requestIdFor({ ...input })).toBe('request-1');
  });
  it('takes a new request id after success', () => {
    const intent = createIntent(counter());
    intent.requestIdFor('a');
    intent.settle();
    expect(intent.requestIdFor('a')).toBe('request-2');
  });
  it('takes a new request id when the input changed', () => {
    const intent = createIntent(counter());
    intent.requestIdFor({ quantity: '1' });
    expect(intent.requestIdFor({ quantity: '2' })).toBe('request-2');
  });
});
void refusal;
