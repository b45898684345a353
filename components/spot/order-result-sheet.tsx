'use client';
import { useTranslations } from 'next-intl';
import Link from 'next/link';
import { useState } from 'react';
import { Button, buttonLook } from '@/components/ui/button';
import { Sheet } from '@/components/ui/sheet';
import type { MarketRules } from '@/lib/dto/market';
import type { Order } from '@/lib/dto/spot';
import { OrderFacts } from './order-facts';

/** The receipt after the tap: what the exchange has booked. */
export function OrderResultSheet({ order, rules, onClose }: { order: Order | null; rules: MarketRules; onClose: () => void }) {
  const t = useTranslations('Spot');
  // Kept while the sheet closes, so that it doesn't go blank under the finger.
  const [last, setLast] = useState(order);
  if (order !== null && order !== last) setLast(order);
  const shown = order ?? last;
  const title =
    shown === null
      ? ''
      : t(
          shown.status === 'waiting'
            ? 'resultWaiting'
            : shown.status === 'open'
              ? 'resultOpen'
              : shown.status === 'filled'
                ? 'resultFilled'
                : shown.status === 'partially_filled'
                  ? 'resultPartly'
                  : 'resultEnded',
        );
  return (
    <Sheet closeLabel={t('close')} isOpen={order !== null} onClose={onClose} title={title}>
      {shown === null ? null : (
        <>
          <p className="text-ink-2 text-small">
            {t(shown.side === 'buy' ? 'boughtIn' : 'soldIn', { market: `${rules.base}/${rules.quote}` })} ·{' '}
            {t('orderNumber', { id: shown.id })}
          </p>
          <OrderFacts order={shown} />
          <div className="grid grid-cols-1 gap-2.5 pt-1">
            <Button onClick={onClose}>{t('done')}</Button>
            <Link className={buttonLook({ variant: 'ghost' })} href={`/orderdetails?id=${shown.id}`}>
              {t('seeEntries')}
            </Link>
          </div>
        </>
      )}
    </Sheet>
  );
}
