'use client';
import { useLocale, useTranslations } from 'next-intl';
import Link from 'next/link';
import { useEffect, useState } from 'react';
import { notifications } from '@/lib/api/notifications';
import type { Notification } from '@/lib/dto/notifications';
import { useRead } from '@/lib/query/use-read';
import { useNotificationEvents } from '@/lib/stream/hooks';
import { onAccountEvent } from '@/lib/stream/stream';
import { formatAmount, formatExact } from '../money/format';
import { AccountMark } from './account-mark';
import { useMember } from './member-context';

/** Long enough to read a line and to tap it. */
const SHOWN_MS = 8_000;

/** Says on any page that an order was filled, on the account in use, and leads to it. An order that was sent just now says so on its own sheet. Stands once in the member layout. */
export function FillNotice() {
  useNotificationEvents();
  const [since, setSince] = useState<number | null>(null);
  const [shown, setShown] = useState<Notification | null>(null);
  const [seen, setSeen] = useState('0');
  // Nothing is read before the first news of this page.
  useEffect(
    () => onAccountEvent((event) => event.changed.includes('notifications') && setSince((known) => known ?? Date.now() - SHOWN_MS)),
    [],
  );
  const { data } = useRead(notifications, { unread: '1' }, { enabled: since !== null });
  const { mode } = useMember();
  const newest = data?.notifications.find((one) => isNews(one, mode, since)) ?? null;
  if (newest !== null && isAfter(newest.id, seen)) {
    setSeen(newest.id);
    if (document.querySelector('dialog[open]') === null) setShown(newest);
  }
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
      {shown === null ? null : <Line notification={shown} onOpen={() => setShown(null)} />}
    </div>
  );
}

function Line({ notification: { values }, onOpen }: { notification: Notification; onOpen: () => void }) {
  const t = useTranslations('Layout');
  const locale = useLocale();
  const { side, quantity = '0', price = '0', base = '', quote = '', order, product } = values;
  const kind = product === 'perpetual' ? 'type=perpetual&' : '';
  return (
    <Link
      className="account-border page pointer-events-auto flex min-h-11 items-center gap-3 rounded-field bg-surface-2 px-4 py-2 text-small"
      href={`/orderdetails?${kind}id=${order}`}
      onClick={onOpen}
      prefetch={false}
    >
      <AccountMark className="shrink-0" />
      <span className="min-w-0 flex-1">
        {t(side === 'buy' ? 'filledBuy' : 'filledSell', {
          quantity: formatExact(quantity, locale),
          price: formatAmount(price, { locale, decimalsMax: 8 }),
          base,
          quote,
        })}
      </span>
    </Link>
  );
}

/** An order of the account in use that was filled since this page was drawn. */
function isNews({ kind, mode: of, at, values }: Notification, mode: string, since: number | null): boolean {
  return kind === 'order-filled' && of === mode && values.order !== undefined && since !== null && Date.parse(at) >= since;
}

/** Ids are whole numbers that grow. */
function isAfter(id: string, other: string): boolean {
  return id.length === other.length ? id > other : id.length > other.length;
}
