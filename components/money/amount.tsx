import type { DecimalString } from '../../lib/protocol/wire';
import { ExactFigure } from './exact-figure';
import { formatAmount, formatExact, isCut } from './format';

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
  /** It is a part of a link, which leads to where all digits stand. */
  isInLink?: boolean;
};

/** An amount with its unit. Where digits are cut, a tap says all of them; they also stand in its title. */
export function Amount({ value, locale, unit, decimalsMin, decimalsMax, sign, size = 'inherit', className = '', isInLink = false }: Props) {
  const text = formatAmount(value, { locale, decimalsMin, decimalsMax, sign });
  const characters = text.length + (unit ? unit.length * 0.6 + 1 : 0);
  const step = FIT_STEPS.find((limit) => characters <= limit) ?? 40;
  const look = `whitespace-nowrap ${size === 'display' ? `fit fit-${step} font-strong` : ''} ${className}`;
  const exact = `${formatExact(value, locale)}${unit ? `\u00a0${unit}` : ''}`;
  const figure = (
    <>
      {text}
      {unit ? <span className={size === 'display' ? 'text-[0.6em] text-ink-2 tracking-normal' : ''}> {unit}</span> : null}
    </>
  );
  const amount =
    isCut(value, { decimalsMin, decimalsMax }) && !isInLink ? (
      <ExactFigure className={look} exact={exact}>
        {figure}
      </ExactFigure>
    ) : (
      <span className={look} suppressHydrationWarning title={exact}>
        {figure}
      </span>
    );
  return size === 'display' ? <span className="@container block">{amount}</span> : amount;
}
