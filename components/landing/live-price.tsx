'use client';
import type { ReactNode } from 'react';
import { Percent } from '../money/percent';
import { Price } from '../money/price';
import { useLiveTicker } from './use-live-ticker';

type Props = { symbol: string; locale: string; decimals: number; children: ReactNode };

/** Price and change of a market; `children`, as the server wrote them, until the stream says more: the first number that a browser formats took a quarter of this page's hydration. */
export function LivePrice({ symbol, locale, decimals, children }: Props) {
  const live = useLiveTicker(symbol);
  if (live === undefined) return children;
  return (
    <>
      <Price className="font-strong" decimals={decimals} locale={locale} value={live.price} />
      <br />
      <Percent fraction={live.changeRate} locale={locale} />
    </>
  );
}
