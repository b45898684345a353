'use client';
import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { useMember } from '@/components/layout/member-context';
import type { Position } from '@/lib/dto/perpetual';
import * as perpetualApi from '@/lib/api/perpetual';
import { useRead } from '@/lib/query/use-read';
import { exitLines, type OwnLinesProps, toLine } from './own-lines';

/** Puts the own open orders with their exits on the chart, and of a position entry, liquidation and triggers. Draws nothing itself. */
export function PerpetualLines({ symbol, onLines }: OwnLinesProps) {
  const t = useTranslations('Market');
  const chart = useTranslations('Chart');
  const canAmend = useMember().features.includes('amend');
  const { data } = useRead(perpetualApi.perpetualOpen, { symbol });
  useEffect(() => {
    if (data === undefined) return;
    const titles = { takeProfit: t('lineTakeProfit'), stopLoss: t('lineStopLoss') };
    const orders = data.orders.flatMap((order) => {
      const isLong = order.side === 'long';
      const move = { kind: 'perpetual' as const, order };
      const more = canAmend ? { name: chart(isLong ? 'yourBuy' : 'yourSell'), move } : {};
      return [
        ...toLine(order.id, order.price, t(isLong ? 'yourBuy' : 'yourSell'), more),
        ...exitLines(move, { titles, canMove: canAmend, name: (which) => chart('exitOf', { exit: chart(which), id: order.id }) }),
      ];
    });
    const position = data.positions.find((one) => one.symbol === symbol);
    if (position === undefined) return onLines(orders);
    onLines([
      ...orders,
      ...toLine('entry', String(entryOf(position)), t('lineEntry')),
      ...toLine('liquidation', position.liquidationPrice, t('lineLiquidation'), { tone: 'warn' }),
      ...toLine('takeProfit', position.takeProfit, titles.takeProfit, {
        tone: 'up',
        name: chart('takeProfit'),
        move: { kind: 'trigger', position, which: 'takeProfit' },
      }),
      ...toLine('stopLoss', position.stopLoss, titles.stopLoss, {
        tone: 'down',
        name: chart('stopLoss'),
        move: { kind: 'trigger', position, which: 'stopLoss' },
      }),
    ]);
  }, [data, symbol, canAmend, onLines, t, chart]);
  return null;
}

/** For drawing only, so a float does. */
function entryOf(position: Position): number {
  return Number(position.cost) / Number(position.quantity);
}
