'use client';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { formatAmount, formatPercent } from '@/components/money/format';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { Receipt, ReceiptRow } from '@/components/ui/receipt';
import { Sheet } from '@/components/ui/sheet';
import type { PerpetualMarketTerms } from '@/lib/dto/perpetual';
import { calculateNotionalMax } from '@/lib/rules/perpetual';
import { HIGH_LEVERAGE, LeverageChoice } from './leverage-choice';
import { fromUnits, toRules } from './perpetual.math';

type Props = { terms: PerpetualMarketTerms; leverage: number; isOpen: boolean; onPick: (leverage: number) => void; onClose: () => void };

/** Chooses the leverage: how large a position it allows, and how far the price may move against it. */
export function LeverageSheet({ terms, leverage, isOpen, onPick, onClose }: Props) {
  const t = useTranslations('Perpetual');
  const spot = useTranslations('Spot');
  return (
    <Sheet closeLabel={spot('close')} isOpen={isOpen} onClose={onClose} title={t('leverageTitle')}>
      <Choice leverage={leverage} onPick={onPick} terms={terms} />
    </Sheet>
  );
}

function Choice({ terms, leverage, onPick }: Pick<Props, 'terms' | 'leverage' | 'onPick'>) {
  const t = useTranslations('Perpetual');
  const locale = useLocale();
  const [value, setValue] = useState(leverage);
  const notionalMax = fromUnits(calculateNotionalMax(toRules(terms).tiers, value));
  const maintenance = Number(terms.tiers[0]?.maintenanceRate ?? 0) + Number(terms.takerFeeRateMax);
  const move = Math.max(0, 1 / value - maintenance);
  return (
    <div className="grid grid-cols-1 gap-3">
      <LeverageChoice onChange={setValue} terms={terms} value={value} />
      <Receipt>
        <ReceiptRow
          label={t('leverageMax')}
          value={`${formatAmount(notionalMax, { locale, decimalsMin: 0, decimalsMax: 0 })}\u00a0${terms.quote}`}
        />
        <ReceiptRow label={t('leverageMargin')} value={formatPercent(String(1 / value), { locale, decimals: 2 })} />
        <ReceiptRow label={t('leverageMove')} value={`≈ ${formatPercent(move.toFixed(6), { locale, decimals: 2 })}`} />
      </Receipt>
      {value > HIGH_LEVERAGE ? <Notice tone="warn">{t('leverageHigh')}</Notice> : null}
      <Button onClick={() => onPick(value)}>{t('leverageUse', { leverage: value })}</Button>
    </div>
  );
}
