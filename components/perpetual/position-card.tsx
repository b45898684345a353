'use client';
import { useLocale, useTranslations } from 'next-intl';
import dynamic from 'next/dynamic';
import { loadPart } from '@/components/layout/lazy-part';
import { type ReactNode, useState } from 'react';
import { directionOf, formatAmount, formatExact, formatPercent } from '@/components/money/format';
import { AccountBadge } from '@/components/layout/account-badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Icon } from '@/components/ui/icon';
import { Receipt, ReceiptRow } from '@/components/ui/receipt';
import type { Position } from '@/lib/dto/perpetual';
import * as perpetualApi from '@/lib/api/perpetual';
import { TERMS_EVERY_MS } from '@/lib/query/freshness';
import { useRead } from '@/lib/query/use-read';
import { LiquidationBar } from './liquidation-bar';
import { figurePosition } from './perpetual.math';
import type { PositionTask } from './position-sheets';
import { useLiveMark } from './use-perpetual';
import { usePriceText } from './use-price-text';

/** Loaded with the first tap. */
const LazySheets = dynamic(() => loadPart(() => import('./position-sheets').then((module) => module.PositionSheets)), { ssr: false });

/** An open position with its live profit, what stands behind it, and what can be done about it. */
export function PositionCard({ position }: { position: Position }) {
  const t = useTranslations('Perpetual');
  const locale = useLocale();
  const mark = useLiveMark(position.symbol);
  const terms = useRead(perpetualApi.perpetualTerms, { symbol: position.symbol }, { everyMs: TERMS_EVERY_MS }).data ?? null;
  const [task, setTask] = useState<PositionTask | null>(null);
  const [isUsed, setUsed] = useState(false);
  const [isUnfolded, setUnfolded] = useState(false);
  const start = (next: PositionTask) => {
    setTask(next);
    setUsed(true);
  };
  const [base = '', quote = ''] = position.symbol.split('-');
  const figures = mark === undefined ? null : figurePosition(position, mark, terms);
  const priceText = usePriceText(position.symbol);
  const price = (value: string | null) => (value === null ? t('none') : priceText(value));
  const money = (value: string) => `${formatAmount(value, { locale })}\u00a0${quote}`;
  return (
    <Card>
      <div className="grid grid-cols-1 gap-3">
        <div className="two-ends items-start">
          <div>
            <p className={`font-strong ${position.side === 'long' ? 'text-up' : 'text-down'}`}>
              {t(position.side)} {t('times', { leverage: position.leverage })}
            </p>
            <p className="text-ink-2 text-small">
              {base}/{quote}
            </p>
          </div>
          <AccountBadge />
        </div>
        <div>
          <p className="text-ink-3 text-micro">{t('unrealized')}</p>
          <p
            className={`font-strong text-[length:min(1.875rem,9vw)] leading-tight tracking-tight ${toneOf(figures?.pnl)}`}
            suppressHydrationWarning
          >
            {figures === null ? '–' : formatAmount(figures.pnl, { locale, sign: 'always' })} <span className="text-small">{quote}</span>
          </p>
          <p className={`text-small ${toneOf(figures?.pnl)}`} suppressHydrationWarning>
            {figures === null ? '' : t('roe', { rate: formatPercent(figures.roe, { locale, sign: 'always' }) })}
          </p>
        </div>
        {mark === undefined || position.liquidationPrice === null ? null : (
          <LiquidationBar liquidation={position.liquidationPrice} mark={mark.markPrice} />
        )}
        <Receipt>
          <ReceiptRow
            label={t('size')}
            value={`${formatExact(position.quantity, locale)}\u00a0${base}${figures === null ? '' : ` · ${money(figures.value)}`}`}
          />
          <ReceiptRow label={t('liquidation')} value={<span className="text-warn">{price(position.liquidationPrice)}</span>} />
          <ReceiptRow label={t('takeProfitStopLoss')} value={`${price(position.takeProfit)} / ${price(position.stopLoss)}`} />
        </Receipt>
        <button
          aria-expanded={isUnfolded}
          className="flex min-h-11 items-center gap-1.5 font-strong text-accent text-small"
          onClick={() => setUnfolded(!isUnfolded)}
          type="button"
        >
          {t('details')}
          <span className={isUnfolded ? 'rotate-180' : ''}>
            <Icon name="down" size={14} />
          </span>
        </button>
        <div hidden={!isUnfolded}>
          <Receipt className="plain">
            <ReceiptRow label={t('entry')} value={price(figures?.entryPrice ?? null)} />
            <ReceiptRow label={t('mark')} value={mark === undefined ? '–' : price(mark.markPrice)} />
            <ReceiptRow label={t('margin')} value={money(position.margin)} />
            <ReceiptRow
              label={t('marginRatio')}
              value={figures?.marginRatio == null ? '–' : formatPercent(figures.marginRatio, { locale })}
            />
            {directionOf(position.funding) === 0 ? null : (
              <ReceiptRow
                label={t('fundingSoFar')}
                value={`${formatAmount(position.funding, { locale, decimalsMax: 4, sign: 'always' })}\u00a0${quote}`}
              />
            )}
            {directionOf(position.realizedPnl) === 0 ? null : (
              <ReceiptRow label={t('realized')} value={`${formatAmount(position.realizedPnl, { locale, sign: 'always' })}\u00a0${quote}`} />
            )}
          </Receipt>
        </div>
        <div className="side-by-side gap-2 *:basis-2/5">
          <TaskButton onClick={() => start('margin')}>{t('margin')}</TaskButton>
          <TaskButton onClick={() => start('leverage')}>{t('leverage')}</TaskButton>
          <TaskButton onClick={() => start('triggers')}>{t('takeProfitStopLoss')}</TaskButton>
          <TaskButton isMain onClick={() => start('close')}>
            {t('closePosition')}
          </TaskButton>
        </div>
      </div>
      {terms === null || !isUsed ? null : <LazySheets onClose={() => setTask(null)} position={position} task={task} terms={terms} />}
    </Card>
  );
}

function toneOf(pnl: string | undefined): string {
  const direction = pnl === undefined ? 0 : directionOf(pnl);
  return direction > 0 ? 'text-up' : direction < 0 ? 'text-down' : '';
}

function TaskButton({ children, onClick, isMain = false }: { children: ReactNode; onClick: () => void; isMain?: boolean }) {
  return (
    <Button className="!px-2" onClick={onClick} size="small" variant={isMain ? 'soft' : 'ghost'}>
      {children}
    </Button>
  );
}
