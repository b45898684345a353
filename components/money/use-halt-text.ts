'use client';
import { useTranslations } from 'next-intl';
import type { Ticker } from '@/lib/dto/market';

/** Returns why a market is halted, in the user's words; null while it isn't. */
export function useHaltText({ state, halt }: Pick<Ticker, 'state' | 'halt'>): string | null {
  const t = useTranslations('Errors');
  return state === 'halted' ? t('MARKET_HALTED', { reason: halt ?? 'other' }) : null;
}
