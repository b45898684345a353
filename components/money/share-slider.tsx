'use client';
import { useId, useState } from 'react';
import { formatPercent } from './format';

const QUARTERS = [0, 25, 50, 75, 100] as const;

type Props = {
  label: string;
  locale: string;
  disabled: boolean;
  /** Share of what is available that the amount stands for, in whole percent; null while it can't be told. */
  percent: number | null;
  onPick: (percent: number) => void;
};

/** A slider that fills an amount with a share of what is there, from nothing to all of it; it stands at the quarters by itself. */
export function ShareSlider({ label, locale, disabled, percent, onPick }: Props) {
  const [picked, setPicked] = useState<number | null>(null);
  const marks = useId();
  const read = percent ?? 0;
  // An amount in whole steps is rarely an exact share: the thumb stays where it was put as long as that is about right.
  const shown = picked !== null && Math.abs(picked - read) <= 1 ? picked : read;
  const text = formatPercent(String(shown / 100), { locale, decimals: 0 });
  return (
    <div className="flex items-center gap-3">
      <input
        aria-label={label}
        aria-valuetext={text}
        className="h-11 min-w-0 flex-1 accent-[var(--accent)] disabled:opacity-50"
        disabled={disabled}
        list={marks}
        max={100}
        min={0}
        onChange={(event) => {
          const next = Number(event.target.value);
          setPicked(next);
          onPick(next);
        }}
        step={1}
        type="range"
        value={shown}
      />
      <datalist id={marks}>
        {QUARTERS.map((value) => (
          <option key={value} value={value} />
        ))}
      </datalist>
      <output className="min-w-[3.5ch] text-end font-strong text-ink-2 text-small">{text}</output>
    </div>
  );
}
