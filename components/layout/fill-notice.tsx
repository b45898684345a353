'use client';
import { useEffect, useState } from 'react';
import { notifications } from '@/lib/api/notifications';
import type { Notification } from '@/lib/dto/notifications';
import { useRead } from '@/lib/query/use-read';
import type { NotificationKind } from '@/lib/rules/notifications';
import { useNotificationEvents } from '@/lib/stream/hooks';
import { onAccountEvent } from '@/lib/stream/stream';
import { createLazyModule, useLazyModule } from '../ui/lazy-module';
import { useMember } from './member-context';
import { isAfter, nextNotification, queueNotifications } from './notification-queue';

/** Its code comes with the first news; where it can't, the bell says it. */
const newsLine = createLazyModule(() => import('./order-notification'));

/** Long enough to read a line and to tap it. */
const SHOWN_MS = 8_000;

/** What is said on any page: what became of an order while its owner may look at something else. */
const NEWS: ReadonlySet<string> = new Set<NotificationKind>([
  'order-filled',
  'order-triggered',
  'order-ended',
  'position-liquidated',
  'position-reduced',
]);

/**
 * Says on any page that an order was filled, triggered or ended, or a position closed, on the account in use, and leads to it. An order that was
 * sent just now says so on its own sheet. Stands once in the member layout.
 */
export function FillNotice() {
  useNotificationEvents();
  const [since, setSince] = useState<number | null>(null);
  const [shown, setShown] = useState<Notification | null>(null);
  const [waiting, setWaiting] = useState<readonly Notification[]>([]);
  const [seen, setSeen] = useState('0');
  // Nothing is read before the first news of this page.
  useEffect(
    () => onAccountEvent((event) => event.changed.includes('notifications') && setSince((known) => known ?? Date.now() - SHOWN_MS)),
    [],
  );
  const { data } = useRead(notifications, { unread: '1' }, { enabled: since !== null });
  const { mode } = useMember();
  const news = data?.notifications.filter((one) => isNews(one, mode, since)) ?? [];
  // A list that is read without its newest again says nothing anew.
  const newest = news[0]?.id ?? seen;
  if (isAfter(newest, seen)) {
    setSeen(newest);
    setWaiting(queueNotifications(waiting, news, seen));
  }
  // A sheet is read first: what came meanwhile is said when it is closed.
  useEffect(() => {
    if (shown !== null || waiting.length === 0) return;
    return onceUncovered(() => {
      const { next, rest } = nextNotification(waiting);
      setWaiting(rest);
      setShown(next);
    });
  }, [shown, waiting]);
  useEffect(() => {
    if (shown === null) return;
    const timer = setTimeout(() => setShown(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [shown]);
  return (
    <div
      aria-live="polite"
      className="pointer-events-none fixed inset-x-0 top-[calc(3.5rem+env(safe-area-inset-top))] z-40 mx-auto grid max-w-[30rem] px-(--gutter)"
      role="status"
    >
      {shown === null ? null : <News notification={shown} onOpen={() => setShown(null)} />}
    </div>
  );
}

function News(props: { notification: Notification; onOpen: () => void }) {
  const code = useLazyModule(newsLine);
  return code === null ? null : <code.OrderNotification {...props} />;
}

/** Something of the account in use that happened since this page was drawn. */
function isNews({ kind, mode: of, at, values }: Notification, mode: string, since: number | null): boolean {
  return NEWS.has(kind) && of === mode && values.order !== undefined && since !== null && Date.parse(at) >= since;
}

/** Calls `act` when no sheet lies over the page, at once or later. Returns what calls it off. */
function onceUncovered(act: () => void): () => void {
  const isCovered = () => document.querySelector('dialog[open]') !== null;
  const changes = new MutationObserver(() => {
    if (isCovered()) return;
    changes.disconnect();
    act();
  });
  if (isCovered()) changes.observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['open'] });
  else act();
  return () => changes.disconnect();
}
