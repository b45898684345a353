'use client';
import { useLocale, useTranslations } from 'next-intl';
import { FreshnessDot } from '@/components/ui/freshness-dot';
import type { Ticker } from '@/lib/dto/market';
import { useFeedAge } from '@/lib/stream/hooks';
import { formatAge } from './format';

/** How old the price beside it is: a dot while fresh, words when it is not. */
export function FeedAge({ ticker }: { ticker: Ticker }) {
  const t = useTranslations('Market');
  const money = useTranslations('Money');
  const locale = useLocale();
  const { state, ageMs } = useFeedAge(ticker);
  const age = ageMs === null ? null : formatAge(ageMs, locale);
  const label = state === 'fresh' ? (age ?? t('live')) : age === null ? t('delayed') : t('delayedBy', { age });
  return <FreshnessDot label={state === 'halted' ? money('halted') : label} state={state} />;
}
