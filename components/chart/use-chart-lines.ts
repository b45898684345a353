'use client';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import type { Position } from '@/lib/dto/perpetual';
import type { BookKind } from '@/lib/protocol/wire';
import { perpetualOpenQuery } from '@/lib/query/perpetual-queries';
import { openOrdersQuery } from '@/lib/query/queries';
import type { ChartLine } from './draw-chart';

/** Returns the prices of the user that belong on the chart: own open orders, and of a position entry, liquidation and triggers. Undefined until known. */
export function useChartLines(symbol: string, kind: BookKind): readonly ChartLine[] | undefined {
  const t = useTranslations('Market');
  const spot = useQuery({ ...openOrdersQuery(symbol), enabled: kind === 'spot' }).data;
  const perpetual = useQuery({ ...perpetualOpenQuery(symbol), enabled: kind === 'perpetual' }).data;
  return useMemo(() => {
    if (kind === 'spot')
      return spot?.orders.flatMap((order) => toLine(order.id, order.price, t(order.side === 'buy' ? 'yourBuy' : 'yourSell')));
    if (perpetual === undefined) return undefined;
    const orders = perpetual.orders.flatMap((order) => toLine(order.id, order.price, t(order.side === 'long' ? 'yourBuy' : 'yourSell')));
    const position = perpetual.positions.find((one) => one.symbol === symbol);
    if (position === undefined) return orders;
    return [
      ...orders,
      ...toLine('entry', String(entryOf(position)), t('lineEntry')),
      ...toLine('liquidation', position.liquidationPrice, t('lineLiquidation'), 'warn'),
      ...toLine('takeProfit', position.takeProfit, t('lineTakeProfit'), 'up'),
      ...toLine('stopLoss', position.stopLoss, t('lineStopLoss'), 'down'),
    ];
  }, [kind, spot, perpetual, symbol, t]);
}

function toLine(id: string, price: string | null, title: string, tone: ChartLine['tone'] = 'accent'): ChartLine[] {
  return price === null ? [] : [{ id, price, title, tone }];
}

/** For drawing only, so a float does. */
function entryOf(position: Position): number {
  return Number(position.cost) / Number(position.quantity);
}
