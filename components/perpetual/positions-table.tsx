'use client';
import { useLocale, useTranslations } from 'next-intl';
import dynamic from 'next/dynamic';
import { loadPart } from '@/components/layout/lazy-part';
import { useState } from 'react';
import { Cell, TerminalTable } from '@/components/layout/terminal-table';
import { directionOf, formatAmount, formatExact, formatPercent } from '@/components/money/format';
import { TextButton } from '@/components/ui/text-button';
import * as perpetualApi from '@/lib/api/perpetual';
import type { Position } from '@/lib/dto/perpetual';
import { TERMS_EVERY_MS } from '@/lib/query/freshness';
import { useRead } from '@/lib/query/use-read';
import { figurePosition } from './perpetual.math';
import type { PositionTask } from './position-sheets';
import { useLiveMark } from './use-perpetual';
import { usePriceText } from './use-price-text';

/** Loaded with the first task. */
const LazySheets = dynamic(() => loadPart(() => import('./position-sheets').then((module) => module.PositionSheets)), { ssr: false });

/** Open positions as a table, for a terminal: what a card says, in one line of figures and one of what can be done. */
export function PositionsTable({ positions }: { positions: readonly Position[] }) {
  const t = useTranslations('Perpetual');
  const columns = [
    { name: t('position'), isText: true },
    { name: t('size') },
    { name: t('entry') },
    { name: t('liquidation') },
    { name: t('margin') },
    { name: t('unrealized') },
  ];
  return (
    <TerminalTable caption={t('positions')} columns={columns}>
      {positions.map((position) => (
        <PositionLine key={position.id} position={position} />
      ))}
    </TerminalTable>
  );
}

const TASKS = ['triggers', 'margin', 'leverage', 'close'] as const satisfies readonly PositionTask[];
const TASK_TEXTS = { triggers: 'takeProfitStopLoss', margin: 'margin', leverage: 'leverage', close: 'closePosition' } as const;

function PositionLine({ position }: { position: Position }) {
  const t = useTranslations('Perpetual');
  const locale = useLocale();
  const mark = useLiveMark(position.symbol);
  const terms = useRead(perpetualApi.perpetualTerms, { symbol: position.symbol }, { everyMs: TERMS_EVERY_MS }).data ?? null;
  const [task, setTask] = useState<PositionTask | null>(null);
  const [isUsed, setUsed] = useState(false);
  const [base = '', quote = ''] = position.symbol.split('-');
  const figures = mark === undefined ? null : figurePosition(position, mark, terms);
  const priceText = usePriceText(position.symbol);
  const price = (value: string | null) => (value === null ? t('none') : priceText(value));
  const direction = figures === null ? 0 : directionOf(figures.pnl);
  const tone = direction > 0 ? 'text-up' : direction < 0 ? 'text-down' : '';
  const start = (next: PositionTask) => {
    setTask(next);
    setUsed(true);
  };
  return (
    <>
      <tr>
        <Cell isText under={`${base}/${quote}`}>
          <span className={`font-strong ${position.side === 'long' ? 'text-up' : 'text-down'}`}>
            {t(position.side)} {t('times', { leverage: position.leverage })}
          </span>
        </Cell>
        <Cell under={figures === null ? undefined : `${formatAmount(figures.value, { locale })}\u00a0${quote}`}>
          {formatExact(position.quantity, locale)} {base}
        </Cell>
        <Cell>{price(figures?.entryPrice ?? null)}</Cell>
        <Cell className="text-warn">{price(position.liquidationPrice)}</Cell>
        <Cell under={figures?.marginRatio == null ? undefined : formatPercent(figures.marginRatio, { locale })}>
          {formatAmount(position.margin, { locale })}
        </Cell>
        <Cell
          className={tone}
          under={figures === null ? undefined : <span className={tone}>{formatPercent(figures.roe, { locale, sign: 'always' })}</span>}
        >
          {figures === null ? '–' : formatAmount(figures.pnl, { locale, sign: 'always' })}
        </Cell>
      </tr>
      <tr className="border-line border-b">
        <td className="pb-1.5" colSpan={6}>
          <div className="flex min-h-9 flex-wrap items-center justify-between gap-x-4">
            <span className="text-ink-2 text-micro" suppressHydrationWarning>
              {t('takeProfitStopLoss')} {price(position.takeProfit)} / {price(position.stopLoss)}
            </span>
            <span className="flex flex-wrap gap-x-5">
              {TASKS.map((one) => (
                <TextButton disabled={terms === null} key={one} onPress={() => start(one)} text={t(TASK_TEXTS[one])} />
              ))}
            </span>
          </div>
          {terms === null || !isUsed ? null : <LazySheets onClose={() => setTask(null)} position={position} task={task} terms={terms} />}
        </td>
      </tr>
    </>
  );
}
