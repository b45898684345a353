'use client';
import { useTranslations } from 'next-intl';
import { RESULT_TITLES, ResultSheet } from '@/components/layout/result-sheet';
import type { MarketRules } from '@/lib/dto/market';
import type { Order } from '@/lib/dto/spot';
import { OrderFacts } from './order-facts';

const TITLES = { waiting: 'resultWaiting', ...RESULT_TITLES } as const;

/** What the exchange has booked for a spot order. */
export function OrderResultSheet({ order, rules, onClose }: { order: Order | null; rules: MarketRules; onClose: () => void }) {
  const t = useTranslations('Spot');
  return (
    <ResultSheet
      hrefOf={({ id }) => `/orderdetails?id=${id}`}
      leadOf={({ id, side }) =>
        `${t(side === 'buy' ? 'boughtIn' : 'soldIn', { market: `${rules.base}/${rules.quote}` })} · ${t('orderNumber', { id })}`
      }
      onClose={onClose}
      result={order}
      titleOf={({ status }) => t(TITLES[status])}
    >
      {(shown) => <OrderFacts order={shown} />}
    </ResultSheet>
  );
}
