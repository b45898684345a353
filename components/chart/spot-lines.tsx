'use client';
import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { useMember } from '@/components/layout/member-context';
import * as spotApi from '@/lib/api/spot';
import { useRead } from '@/lib/query/use-read';
import { exitLines, type OwnLinesProps, toLine } from './own-lines';

/** Puts the own open orders and their exits on the chart. Draws nothing itself. */
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
          return [
            ...toLine(order.id, order.price, t(isBuy ? 'yourBuy' : 'yourSell'), more),
            ...exitLines(move, {
              titles: { takeProfit: t('lineTakeProfit'), stopLoss: t('lineStopLoss') },
              canMove: canMove && isBuy && order.partnerId === null,
              name: (which) => chart('exitOf', { exit: chart(which), id: order.id }),
            }),
          ];
        }),
      );
  }, [orders, canAmend, onLines, t, chart]);
  return null;
}
