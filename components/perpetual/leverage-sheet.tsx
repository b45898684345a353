'use client';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { formatAmount, formatPercent } from '@/components/money/format';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { Receipt, ReceiptRow } from '@/components/ui/receipt';
import { Chips } from '@/components/ui/segmented-control';
import { Sheet } from '@/components/ui/sheet';
import type { PerpetualMarketTerms } from '@/lib/dto/perpetual';
import { calculateNotionalMax } from '@/lib/rules/perpetual';
import { fromUnits, toRules } from './perpetual.math';

const STEPS = [1, 2, 3, 5, 10, 20, 50, 75, 100, 125] as const;
/** From here on a move of a few percent takes the whole margin. */
const HIGH = 20;

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
  const max = Math.max(...terms.tiers.map((tier) => tier.leverageMax));
  const notionalMax = fromUnits(calculateNotionalMax(toRules(terms).tiers, value));
  const maintenance = Number(terms.tiers[0]?.maintenanceRate ?? 0) + Number(terms.takerFeeRate);
  const move = Math.max(0, 1 / value - maintenance);
  return (
    <div className="grid grid-cols-1 gap-3">
      <p className="text-center font-strong text-[2.25rem] leading-tight">{t('times', { leverage: value })}</p>
      <input
        aria-label={t('leverage')}
        className="h-11 w-full accent-[var(--accent)]"
        max={max}
        min={1}
        onChange={(event) => setValue(Number(event.target.value))}
        step={1}
        type="range"
        value={value}
      />
      <Chips
        label={t('leverage')}
        onChange={(picked) => setValue(Number(picked))}
        options={STEPS.filter((step) => step <= max).map((step) => ({ value: String(step), label: t('times', { leverage: step }) }))}
        value={String(value)}
      />
      <Receipt>
        <ReceiptRow
          label={t('leverageMax')}
          value={`${formatAmount(notionalMax, { locale, decimalsMin: 0, decimalsMax: 0 })} ${terms.quote}`}
        />
        <ReceiptRow label={t('leverageMargin')} value={formatPercent(String(1 / value), { locale, decimals: 2 })} />
        <ReceiptRow label={t('leverageMove')} value={`≈ ${formatPercent(move.toFixed(6), { locale, decimals: 2 })}`} />
      </Receipt>
      {value > HIGH ? <Notice tone="warn">{t('leverageHigh')}</Notice> : null}
      <Button onClick={() => onPick(value)}>{t('leverageUse', { leverage: value })}</Button>
    </div>
  );
}
