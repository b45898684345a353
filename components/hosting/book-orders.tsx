'use client';
import { useLocale, useTranslations } from 'next-intl';
import Link from 'next/link';
import { formatExact } from '@/components/money/format';
import { LocalTime } from '@/components/money/local-time';
import { Card } from '@/components/ui/card';
import type { HostingBook } from '@/lib/dto/hosting';

type Order = HostingBook['orders'][number];

/** Every order of a book with why it was made; each leads to the candle of its minute. */
export function BookOrders({ orders }: { orders: readonly Order[] }) {
  const t = useTranslations('Hosting');
  return (
    <Card className="grid grid-cols-1 gap-2">
      <h2 className="font-strong">{t('fills')}</h2>
      {orders.length === 0 ? <p className="text-ink-2 text-small">{t('noFills')}</p> : null}
      <ul className="grid grid-cols-1">
        {orders.map((order) => (
          <OrderRow key={order.id} order={order} />
        ))}
      </ul>
    </Card>
  );
}

function OrderRow({ order }: { order: Order }) {
  const t = useTranslations('Hosting');
  const locale = useLocale();
  const { leg, market, side, quantity, price, reason, state, at } = order;
  return (
    <li className="border-line border-t first:border-t-0">
      <Link
        className="grid min-h-11 grid-cols-1 gap-1 py-2 text-small"
        href={`/marketInfo?coin=${market}&type=${leg}&at=${Date.parse(at)}`}
      >
        <span className="two-ends">
          <b>
            {market} · {t(`legs.${leg}`)} · {t(`sides.${side}`)}
          </b>
          <span className="text-ink-2">{t(state === 'refused' ? 'refused' : `reasons.${reason}`)}</span>
        </span>
        <span className="two-ends text-ink-2 text-micro">
          <span suppressHydrationWarning>
            {formatExact(quantity, locale)} × {formatExact(price, locale)}
          </span>
          <LocalTime iso={at} locale={locale} />
        </span>
      </Link>
    </li>
  );
}
