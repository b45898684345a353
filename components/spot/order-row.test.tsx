import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { MemberProvider } from '@/components/layout/member-context';
import type { Order } from '@/lib/dto/spot';
import spot from '@/messages/en/spot.json';
import { draw } from '@/tests/helpers/draw';
import { OpenOrdersTable } from './open-orders-table';
import { OrderRow } from './order-row';

const ORDER = {
  id: '17',
  symbol: 'BTC-USDT',
  side: 'buy',
  kind: 'limit',
  price: '100',
  stop: null,
  averagePrice: '100',
  quantity: '2',
  filledQuantity: '2',
  status: 'filled',
  createdAt: '2026-03-01T12:00:00.000Z',
} as unknown as Order;

test.each([
  [['spot', 'order-detail'], true],
  [['spot'], false],
])('of an exchange that offers %j an order leads to its page: %s', (features, leads) => {
  const member = { userId: '1', username: 'member', mode: 'demo', features } as unknown as Parameters<typeof MemberProvider>[0]['member'];
  const parts = [<OrderRow key="row" order={ORDER} />, <OpenOrdersTable key="table" orders={[{ order: ORDER, partner: null }]} />];
  for (const part of parts) {
    const html = draw(<MemberProvider member={member}>{part}</MemberProvider>, {
      client: new QueryClient(),
      messages: { Spot: spot, Errors: {}, ErrorValues: {}, Layout: {}, Common: {} },
    });
    expect(html).toContain('Buy');
    expect(html.includes('href="/orderdetails?id=17"')).toBe(leads);
  }
});
