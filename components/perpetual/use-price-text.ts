'use client';
import { useLocale } from 'next-intl';
import { decimalsOf, formatPrice } from '@/components/money/format';
import * as perpetualApi from '@/lib/api/perpetual';
import { useRead } from '@/lib/query/use-read';

/**
 * Returns what writes prices of a market on its grid: reckoned ones, such as an average or a liquidation price, carry eight decimals. A dash while
 * the grid is being read, all digits where it can't be.
 */
export function usePriceText(symbol: string): (value: string) => string {
  const locale = useLocale();
  const { data, isError } = useRead(perpetualApi.perpetualTerms, { symbol });
  return (value) => {
    if (data === undefined) return isError ? formatPrice(value, { locale }) : '–';
    return formatPrice(value, { locale, decimals: decimalsOf(data.tickSize) });
  };
}
