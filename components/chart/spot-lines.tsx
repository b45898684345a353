'use client';
import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { useMember } from '@/components/layout/member-context';
import * as spotApi from '@/lib/api/spot';
import { useRead } from '@/lib/query/use-read';
import { type OwnLinesProps, toLine } from './own-lines';

/** Puts the own open orders on the chart. Draws nothing itself. */
export function SpotLines({ symbol, onLines }: OwnLinesProps) {
  const t = useTranslations('Market');
  const chart = useTranslations('Chart');
  const canAmend = useMember().features.includes('amend');
  const orders = useRead(spotApi.orders, { symbol, state: 'open' }).data?.orders;
  useEffect(() => {
    if (orders !== undefined)
      onLines(
        orders.flatMap((order) => {
          const isBuy = order.side === 'buy';
          const isWaiting = order.status === 'waiting' && order.stop !== null;
          const canMove = canAmend && (order.kind === 'limit' || isWaiting);
          const move = { kind: 'spot' as const, order };
          if (isWaiting) return toLine(order.id, order.stop, t('yourStop'), canMove ? { name: chart('yourStop'), move } : {});
          const more = canMove ? { name: chart(isBuy ? 'yourBuy' : 'yourSell'), move } : {};
          return toLine(order.id, order.price, t(isBuy ? 'yourBuy' : 'yourSell'), more);
        }),
      );
  }, [orders, canAmend, onLines, t, chart]);
  return null;
}
