'use client';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { openOrdersQuery } from '@/lib/query/queries';
import { type OwnLinesProps, toLine } from './own-lines';

/** Puts the own open orders on the chart. Draws nothing itself. */
export function SpotLines({ symbol, onLines }: OwnLinesProps) {
  const t = useTranslations('Market');
  const orders = useQuery(openOrdersQuery(symbol)).data?.orders;
  useEffect(() => {
    if (orders !== undefined)
      onLines(orders.flatMap(({ id, price, side }) => toLine(id, price, t(side === 'buy' ? 'yourBuy' : 'yourSell'))));
  }, [orders, onLines, t]);
  return null;
}
