'use client';
import { useLocale, useTranslations } from 'next-intl';
import type { Ticker } from '@/lib/dto/market';
import { useFeedAge } from '@/lib/stream/hooks';
import { FreshnessDot } from '../ui/freshness-dot';
import { formatAge } from './format';

/** How old the price is that stands beside it. */
export function PriceAge({ ticker }: { ticker: Ticker }) {
  const t = useTranslations('Money');
  const locale = useLocale();
  const { state, ageMs } = useFeedAge(ticker);
  const age = ageMs === null ? null : formatAge(ageMs, locale);
  const label = state === 'halted' ? t('halted') : age === null ? t(state) : state === 'fresh' ? age : t('age', { age });
  return <FreshnessDot label={label} state={state} />;
}
