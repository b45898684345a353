'use client';
import { useTranslations } from 'next-intl';
import Link from 'next/link';
import { useState } from 'react';
import { Button, buttonLook } from '@/components/ui/button';
import { Sheet } from '@/components/ui/sheet';
import type { PerpetualOrder } from '@/lib/dto/perpetual';
import { PerpetualFacts } from './order-facts';

const TITLES = {
  open: 'resultOpen',
  filled: 'resultFilled',
  partially_filled: 'resultPartly',
  cancelled: 'resultEnded',
  expired: 'resultEnded',
} as const;

/** The receipt after the tap: what the exchange has booked. */
export function PerpetualResultSheet({ order, onClose }: { order: PerpetualOrder | null; onClose: () => void }) {
  const t = useTranslations('Perpetual');
  const spot = useTranslations('Spot');
  // Kept while the sheet closes, so that it doesn't go blank under the finger.
  const [last, setLast] = useState(order);
  if (order !== null && order !== last) setLast(order);
  const shown = order ?? last;
  return (
    <Sheet closeLabel={spot('close')} isOpen={order !== null} onClose={onClose} title={shown === null ? '' : spot(TITLES[shown.status])}>
      {shown === null ? null : (
        <>
          <p className="text-ink-2 text-small">
            {t(shown.side === 'long' ? 'longIn' : 'shortIn', { market: shown.symbol.replace('-', '/') })} ·{' '}
            {spot('orderNumber', { id: shown.id })}
          </p>
          <PerpetualFacts order={shown} />
          <div className="grid grid-cols-1 gap-2.5 pt-1">
            <Button onClick={onClose}>{spot('done')}</Button>
            <Link className={buttonLook({ variant: 'ghost' })} href={`/orderdetails?type=perpetual&id=${shown.id}`}>
              {spot('seeEntries')}
            </Link>
          </div>
        </>
      )}
    </Sheet>
  );
}
