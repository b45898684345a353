import { expect, test } from 'vitest';
import type { Notification } from '@/lib/dto/notifications';
import { nextNotification, queueNotifications, markOrderShown } from './notification-queue';

const news = (id: number, values: Record<string, string> = {}, at = '2026-03-01T12:00:00.000Z') =>
  ({
    id: String(id),
    kind: 'order-filled',
    group: 'trading',
    values: { order: String(id), ...values },
    mode: 'demo',
    at,
    isRead: false,
  }) as Notification;
const ids = (list: readonly Notification[]) => list.map(({ id }) => id);

test('what came while a sheet was open is said one after the other afterwards, oldest first', () => {
  const waiting = queueNotifications(queueNotifications([], [news(9)], '0'), [news(11), news(10), news(9)], '9');
  expect(ids(waiting)).toEqual(['9', '10', '11']);
  const { next, rest } = nextNotification(waiting);
  expect([next?.id, ids(rest)]).toEqual(['9', ['10', '11']]);
});

test('at most the five newest wait', () => {
  expect(
    ids(
      queueNotifications(
        [news(1)],
        [7, 6, 5, 4, 3, 2].map((id) => news(id)),
        '1',
      ),
    ),
  ).toEqual(['3', '4', '5', '6', '7']);
});

test('what the sheet of an order said isn’t said again, but what became of it afterwards is', () => {
  markOrderShown({ kind: 'spot', order: '20', until: '2026-03-01T12:00:00.000Z' });
  const waiting = [news(20), news(20, { product: 'perpetual' }), news(21, { order: '20' }, '2026-03-01T12:00:01.000Z')];
  expect(ids([nextNotification(waiting).next as Notification, ...nextNotification(waiting).rest])).toEqual(['20', '21']);
  expect(nextNotification([news(20)])).toEqual({ next: null, rest: [] });
});
