'use client';
import { useTranslations } from 'next-intl';
import { RESULT_TITLES, ResultSheet } from '@/components/layout/result-sheet';
import type { PerpetualOrder } from '@/lib/dto/perpetual';
import { PerpetualFacts } from './order-facts';

/** What the exchange has booked for a perpetual order, also for one that closes a position. */
export function PerpetualResultSheet({ order, onClose }: { order: PerpetualOrder | null; onClose: () => void }) {
  const t = useTranslations('Perpetual');
  const spot = useTranslations('Spot');
  return (
    <ResultSheet
      hrefOf={({ id }) => `/orderdetails?type=perpetual&id=${id}`}
      leadOf={({ id, side, symbol }) =>
        `${t(side === 'long' ? 'longIn' : 'shortIn', { market: symbol.replace('-', '/') })} · ${spot('orderNumber', { id })}`
      }
      onClose={onClose}
      result={order}
      titleOf={({ status }) => spot(RESULT_TITLES[status])}
    >
      {(shown) => <PerpetualFacts order={shown} />}
    </ResultSheet>
  );
}
