'use client';
import { useLocale, useTranslations } from 'next-intl';
import { formatPrice } from '@/components/money/format';
import type { Order } from '@/lib/dto/spot';
import { writeFact } from '@/lib/rules/punctuation';

/** Returns what the stop order of a pair waits for and what it sells or buys at then; null for an order that stands alone. */
export function usePairText(partner: Order | null): string | null {
  const t = useTranslations('Spot');
  const locale = useLocale();
  if (partner === null || partner.stop === null) return null;
  const coin = partner.symbol.split('-')[1] ?? '';
  const what = partner.entryId === null ? t('kinds.oco') : t('exits');
  const when = t(partner.stopSide === 'rise' ? 'whenRises' : 'whenFalls', { price: formatPrice(partner.stop, { locale }), coin });
  const at = partner.price === null ? t('marketPrice') : formatPrice(partner.price, { locale });
  return `${what} · ${writeFact(when, at, locale)}`;
}
