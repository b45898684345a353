'use client';
import { memo, useEffect, useRef } from 'react';
import type { DecimalString } from '../../lib/protocol/wire';
import { directionOf, formatPrice } from './format';

const FLASH_MS = 300;

type Props = { value: DecimalString; locale: string; decimals?: number; unit?: string; className?: string };

/** True when decimal string `a` is the larger one; both plain and not negative. */
function isAbove(a: DecimalString, b: DecimalString): boolean {
  const [wholeA = '', fractionA = ''] = a.split('.');
  const [wholeB = '', fractionB = ''] = b.split('.');
  if (wholeA.length !== wholeB.length) return wholeA.length > wholeB.length;
  if (wholeA !== wholeB) return wholeA > wholeB;
  const length = Math.max(fractionA.length, fractionB.length);
  return fractionA.padEnd(length, '0') > fractionB.padEnd(length, '0');
}

/** A price that flashes for 300 ms behind its digits when it moves; its neighbours stay where they are. */
export const Price = memo(function Price({ value, locale, decimals, unit, className = '' }: Props) {
  const element = useRef<HTMLSpanElement>(null);
  const before = useRef(value);
  useEffect(() => {
    const last = before.current;
    before.current = value;
    if (last === value || !element.current || directionOf(last) === 0) return;
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    element.current.dataset.move = isAbove(value, last) ? 'up' : 'down';
    element.current.animate([{ opacity: 1 }, { opacity: 0 }], { duration: FLASH_MS, easing: 'ease-out', pseudoElement: '::after' });
  }, [value]);
  return (
    <span className={`flash ${className}`} ref={element} suppressHydrationWarning>
      {formatPrice(value, { locale, decimals })}
      {unit ? ` ${unit}` : ''}
    </span>
  );
});
