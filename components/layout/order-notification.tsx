'use client';
import { useLocale, useTranslations } from 'next-intl';
import type { Notification } from '@/lib/dto/notifications';
import { nameText } from '@/lib/rules/notifications';
import { formatAmount, formatExact } from '../money/format';
import { AccountBadge } from './account-badge';
import { Link } from '../ui/link';

/** One-line notification of an order's outcome, with a link to the order. */
export function OrderNotification({ notification: { kind, values }, onOpen }: { notification: Notification; onOpen: () => void }) {
  const t = useTranslations('Layout');
  const locale = useLocale();
  const { base = '', quote = '', order, product } = values;
  const exact = (value = '0') => formatExact(value, locale);
  const price = (value = '0') => formatAmount(value, { locale, decimalsMax: 8 });
  const type = product === 'perpetual' ? 'type=perpetual&' : '';
  return (
    <Link
      className="account-border page pointer-events-auto flex min-h-11 items-center gap-3 rounded-field bg-surface-2 px-4 py-2 text-small"
      href={`/orderdetails?${type}id=${order}`}
      onClick={onOpen}
      prefetch={false}
    >
      <AccountBadge className="shrink-0" />
      <span className="min-w-0 flex-1">
        {t(`news.${nameText(kind, values)}` as 'news.order-filled-buy', {
          quantity: exact(values.quantity),
          filled: exact(values.filled),
          price: price(values.price),
          mark: price(values.mark),
          base,
          quote,
        })}
      </span>
    </Link>
  );
}
