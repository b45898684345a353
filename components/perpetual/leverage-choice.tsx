'use client';
import { useTranslations } from 'next-intl';
import { Chips } from '@/components/ui/segmented-control';
import type { PerpetualMarketTerms } from '@/lib/dto/perpetual';
import { leverageMaxOf } from './perpetual.math';

const STEPS = [1, 2, 3, 5, 10, 20, 50, 75, 100, 125] as const;
/** From here on a move of a few percent takes the whole margin. */
export const HIGH_LEVERAGE = 20;

type Props = {
  terms: PerpetualMarketTerms;
  value: number;
  onChange: (leverage: number) => void;
  isBusy?: boolean;
  /** What a position has: it keeps it where the market offers less by now. */
  kept?: number;
};

/** The leverage as a figure, a slider and a few steps. */
export function LeverageChoice({ terms, value, onChange, isBusy = false, kept = 1 }: Props) {
  const t = useTranslations('Perpetual');
  const max = Math.max(kept, leverageMaxOf(terms));
  return (
    <>
      <p className="text-center font-strong text-[2.25rem] leading-tight">{t('times', { leverage: value })}</p>
      <input
        aria-label={t('leverage')}
        className="h-11 w-full accent-[var(--accent)]"
        disabled={isBusy}
        max={max}
        min={1}
        onChange={(event) => onChange(Number(event.target.value))}
        step={1}
        type="range"
        value={value}
      />
      <Chips
        label={t('leverage')}
        onChange={(picked) => onChange(Number(picked))}
        options={STEPS.filter((step) => step <= max).map((step) => ({ value: String(step), label: t('times', { leverage: step }) }))}
        value={String(value)}
      />
    </>
  );
}
