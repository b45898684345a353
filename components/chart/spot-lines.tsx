'use client';
import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import * as spotApi from '@/lib/api/spot';
import { useRead } from '@/lib/query/use-read';
import { type OwnLinesProps, toLine } from './own-lines';

/** Puts the own open orders on the chart. Draws nothing itself. */
export function SpotLines({ symbol, onLines }: OwnLinesProps) {
  const t = useTranslations('Market');
  const orders = useRead(spotApi.orders, { symbol, state: 'open' }).data?.orders;
  useEffect(() => {
    if (orders !== undefined)
      onLines(orders.flatMap(({ id, price, side }) => toLine(id, price, t(side === 'buy' ? 'yourBuy' : 'yourSell'))));
  }, [orders, onLines, t]);
  return null;
}
