import { expect, it } from 'vitest';
import { readChange, readMoved } from './record-change';

const line = (asset: string, amount: string, part: 'available' | 'locked' = 'available') => ({
  id: '1.1',
  asset,
  amount,
  balance: '0',
  part,
});

it('a purchase is what was bought, its fee inside, and what it cost; the parts of a coin count together', () => {
  const entries = [line('USDT', '-700', 'locked'), line('USDT', '30.5'), line('BTC', '0.00999')];
  expect(readChange({ type: 'SPOT_FILL', fee: { asset: 'BTC', amount: '0.00001' }, entries })).toEqual({
    trade: { side: 'buy', asset: 'BTC', quantity: '0.01' },
    changes: [{ asset: 'USDT', amount: '-669.5' }],
  });
});
it('a sale is what was sold, and what it brought after its fee', () => {
  const entries = [line('BTC', '-0.01'), line('USDT', '668.8305')];
  expect(readChange({ type: 'SPOT_FILL', fee: { asset: 'USDT', amount: '0.6695' }, entries })).toEqual({
    trade: { side: 'sell', asset: 'BTC', quantity: '0.01' },
    changes: [{ asset: 'USDT', amount: '668.8305' }],
  });
});
it('what is held is what can not be spent any more; anything else is the sum by coin', () => {
  expect(readChange({ type: 'SPOT_HOLD', fee: null, entries: [line('USDT', '-700'), line('USDT', '700', 'locked')] })).toEqual({
    trade: null,
    changes: [{ asset: 'USDT', amount: '-700' }],
  });
  expect(readChange({ type: 'CONVERT', fee: null, entries: [line('USDT', '-700'), line('ETH', '1')] }).changes).toEqual([
    { asset: 'USDT', amount: '-700' },
    { asset: 'ETH', amount: '1' },
  ]);
});
it('what is left after it is said of the part that it changed: what can be spent, or what was held; of several coins nothing is', () => {
  const paid = [{ ...line('USDT', '-100', 'locked'), balance: '0' }];
  expect(readMoved({ entries: paid })).toMatchObject({ part: 'locked', balance: '0' });
  const held = [line('USDT', '100', 'locked'), { ...line('USDT', '-100'), balance: '150' }];
  expect(readMoved({ entries: held })).toMatchObject({ part: 'available', balance: '150' });
  expect(readMoved({ entries: [line('USDT', '-700'), line('ETH', '1')] })).toBeNull();
});
