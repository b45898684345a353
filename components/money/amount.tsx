import type { DecimalString } from '../../lib/protocol/wire';
import { formatAmount, formatExact } from './format';

const FIT_STEPS = [9, 12, 15, 18, 22, 28, 40] as const;

type Props = {
  value: DecimalString;
  locale: string;
  /** USDT, BTC, …; always named unless a heading already says it. */
  unit?: string;
  decimalsMin?: number;
  decimalsMax?: number;
  sign?: 'auto' | 'always';
  /** `display` is one line at any width: it shrinks before it wraps. */
  size?: 'inherit' | 'display';
  className?: string;
};

/** An amount with its unit; the exact figure stands in its title. */
export function Amount({ value, locale, unit, decimalsMin, decimalsMax, sign, size = 'inherit', className = '' }: Props) {
  const text = formatAmount(value, { locale, decimalsMin, decimalsMax, sign });
  const characters = text.length + (unit ? unit.length * 0.6 + 1 : 0);
  const step = FIT_STEPS.find((limit) => characters <= limit) ?? 40;
  const amount = (
    <span
      className={`whitespace-nowrap ${size === 'display' ? `fit fit-${step} font-strong` : ''} ${className}`}
      suppressHydrationWarning
      title={`${formatExact(value, locale)}${unit ? ` ${unit}` : ''}`}
    >
      {text}
      {unit ? <span className={size === 'display' ? 'text-[0.6em] text-ink-2 tracking-normal' : ''}> {unit}</span> : null}
    </span>
  );
  return size === 'display' ? <span className="@container block">{amount}</span> : amount;
}
