import { describe, expect, it } from 'vitest';
import type { Order } from '@/lib/dto/spot';
import { heldBy } from './order-facts';
import { receivedOf } from './received-of';

const order: Order = {
  id: '1',
  symbol: 'BTC-USDT',
  side: 'buy',
  kind: 'limit',
  timeInForce: 'GTC',
  price: '100',
  stop: null,
  stopSide: null,
  triggeredAt: null,
  heldWaiting: null,
  partnerId: null,
  entryId: null,
  takeProfit: null,
  stopLoss: null,
  stopLossLimit: null,
  exits: null,
  averagePrice: '100',
  quantity: '2',
  filledQuantity: '0.5',
  filledQuoteQuantity: '50',
  fee: '0.0005',
  feeAsset: 'BTC',
  status: 'open',
  reason: null,
  createdAt: '2026-03-01T00:00:00.000Z',
  updatedAt: '2026-03-01T00:00:00.000Z',
};

describe('order receipt', () => {
  it('counts what was received after the fee, in the coin received', () => {
    expect(receivedOf(order)).toEqual({ amount: '0.4995', asset: 'BTC' });
    expect(receivedOf({ ...order, side: 'sell', fee: '0.05', feeAsset: 'USDT' })).toEqual({ amount: '49.95', asset: 'USDT' });
  });
  it('says what a resting order still holds', () => {
    expect([heldBy(order), heldBy({ ...order, side: 'sell' })]).toEqual(['150', '1.5']);
  });
  it('says what an order holds that waits for its stop price, which may be nothing beside its partner', () => {
    const waiting: Order = { ...order, kind: 'stop_limit', status: 'waiting', heldWaiting: '0', partnerId: '7' };
    expect([heldBy({ ...waiting, heldWaiting: '200', partnerId: null }), heldBy(waiting)]).toEqual(['200', '0']);
  });
  it('holds nothing once the order is closed', () => {
    expect(heldBy({ ...order, status: 'cancelled' })).toBeNull();
  });
});
