import { expect, it } from 'vitest';
import { z } from 'zod';
import type { NewEvent } from '../../platform/event-kinds';
import { notification } from '../../../lib/protocol/notifications';
import { alertCame } from '../alerts/alerts.events';
import { stakingEndsSoon } from '../earn/earn.events';
import { perpetualEvents } from '../perpetual/perpetual.order-events';
import { spotEvents } from '../spot/spot.events';
import { describeEvent } from './notifications.describe';
import { VALUES } from './notifications.values';

const of = { userId: '7', mode: 'demo', at: 0 } as const;
const read = (event: NewEvent) => describeEvent({ ...event, id: '1' })?.values;
const filled = (market: string, total: string, totalValue: string) => {
  const payload = {
    order: '7',
    market,
    side: 'buy',
    quantity: total,
    value: totalValue,
    fee: '0',
    state: 'filled',
    total,
    totalValue,
  } as const;
  return spotEvents.filled.create({ ...of, payload });
};

it.each([
  ['BTC-USDT', '0.7', '44801.37', '64001.9571'],
  ['BTC-USDT', '0.3', '19301.37', '64337.9'],
  ['DOGE-USDT', '3', '1', '0.3333333'],
  ['GONE-USDT', '0.7', '44801.37', '64001.95714285'],
])('an average on %s is told with two decimals more than its tick at most', (market, total, value, price) =>
  expect(read(filled(market, total, value))).toMatchObject({ price }),
);

it('a position that ends soon names when its principal is back, as older events do its end', () => {
  const soon = { position: '5', asset: 'ETH', principal: '10', endsAt: Date.UTC(2026, 0, 1) };
  const until = (backAt?: number) => read(stakingEndsSoon.create({ ...of, payload: { ...soon, ...(backAt && { backAt }) } }));
  expect(until(Date.UTC(2026, 0, 3))).toMatchObject({ until: '2026-01-03T00:00:00.000Z' });
  expect(until()).toMatchObject({ until: '2026-01-01T00:00:00.000Z' });
});

it('a mark is told with as many, a stop as it was set', () => {
  const liquidated = {
    order: '7',
    market: 'BTC-USDT',
    side: 'long',
    quantity: '1',
    mark: '60000.12345678',
    fee: '1',
    lost: '90.5',
  } as const;
  expect(read(perpetualEvents.liquidated.create({ ...of, payload: liquidated }))).toMatchObject({ mark: '60000.1234', lost: '90.5' });
  const alert = { alert: '1', subject: 'BTC-USDT', direction: 'up', level: '10', minutes: null, value: '60000.12345678' } as const;
  const cameOf = (kind: 'margin' | 'liquidation') => read(alertCame.create({ ...of, payload: { ...alert, kind } }));
  expect(cameOf('margin')).toMatchObject({ mark: '60000.1234' });
  expect(cameOf('liquidation')).toMatchObject({ value: '60000.1234', level: '10' });
  const triggered = { order: '7', market: 'BTC-USDT', side: 'sell', quantity: '0.5', stop: '60000.12' } as const;
  expect(read(spotEvents.triggered.create({ ...of, payload: triggered }))).toMatchObject({ price: '60000.12' });
});

it('the longest value that any kind takes can be read over the wire', () => {
  const bounds = Object.values(VALUES).flatMap(({ shape }) =>
    Object.values<unknown>(shape).map((field) => (field instanceof z.ZodString ? (field.maxLength ?? 0) : 0)),
  );
  expect(Math.max(...bounds)).toBeGreaterThan(200);
  const row = { id: '1', kind: 'withdrawal', group: 'money', mode: null, time: 0, read: false };
  const values = { reason: 'x'.repeat(Math.max(...bounds)) };
  expect(notification.answer.parse({ ...row, values })).toMatchObject({ values });
});
