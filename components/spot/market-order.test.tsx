import { NextIntlClientProvider } from 'next-intl';
import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { Order } from '@/lib/dto/spot';
import spot from '@/messages/en/spot.json';
import { OrderFacts } from './order-facts';

const ORDER = {
  id: '1',
  symbol: 'BTC-USDT',
  side: 'buy',
  kind: 'market',
  timeInForce: 'IOC',
  price: null,
  stop: null,
  exits: null,
  partnerId: null,
  entryId: null,
  takeProfit: null,
  stopLoss: null,
  averagePrice: '100',
  quantity: '2',
  filledQuantity: '2',
  filledQuoteQuantity: '200',
  fee: '0.002',
  feeAsset: 'BTC',
  status: 'filled',
  reason: null,
} as unknown as Order;

it('a market order says once that it is one', () => {
  const html = renderToString(
    <NextIntlClientProvider locale="en" messages={{ Spot: spot, Errors: {}, ErrorValues: {} }} timeZone="UTC">
      <OrderFacts order={ORDER} />
    </NextIntlClientProvider>,
  );
  expect(html.match(/>Market</g)).toHaveLength(1);
});
