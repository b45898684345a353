'use client';
import { formatPercent } from './format';

const PERCENTS = [25, 50, 75, 100] as const;

type Props = { label: string; locale: string; disabled: boolean; onPick: (percent: number) => void };

/** Buttons that fill an amount with a share of what is there; `onPick` gets the percent. */
export function ShareButtons({ label, locale, disabled, onPick }: Props) {
  return (
    <fieldset aria-label={label} className="side-by-side gap-2">
      {PERCENTS.map((percent) => (
        <button
          className="min-h-11 whitespace-nowrap rounded-full bg-surface-2 px-2 font-strong text-ink-2 text-small active:bg-surface-3 disabled:opacity-50"
          disabled={disabled}
          key={percent}
          onClick={() => onPick(percent)}
          type="button"
        >
          {formatPercent(String(percent / 100), { locale, decimals: 0 })}
        </button>
      ))}
    </fieldset>
  );
}
