'use client';
import { useLocale, useTranslations } from 'next-intl';
import { formatExact, formatPercent } from '@/components/money/format';
import { LocalTime } from '@/components/money/local-time';
import { Receipt, ReceiptRow } from '@/components/ui/receipt';
import type { StakingTerm } from '@/lib/dto/staking';
import { useServerNow } from '@/lib/stream/use-server-now';
import type { Preview } from './preview';

const RATE_DECIMALS = 6;

/** What an amount earns in a term: daily, in all, in a year, until when, and who pays it. */
export function StakingReceipt({ term, preview }: { term: StakingTerm; preview: Preview | null }) {
  const t = useTranslations('Staking');
  const locale = useLocale();
  const now = useServerNow();
  const money = (value: string | undefined) => (value === undefined ? '–' : `${formatExact(value, locale)} ${term.asset}`);
  const percent = (value: string | undefined, decimals = 2) => (value === undefined ? '–' : formatPercent(value, { locale, decimals }));
  const endsAt = now === null ? null : new Date(now + term.waitMs + term.days * term.dayMs).toISOString();
  return (
    <Receipt>
      <ReceiptRow label={t('rate')} value={percent(preview?.rate, RATE_DECIMALS)} />
      <ReceiptRow label={t('daily')} value={money(preview?.daily)} />
      <ReceiptRow label={t('apr')} value={percent(preview?.apr)} />
      <ReceiptRow label={t('apy')} value={percent(preview?.apy)} />
      <ReceiptRow label={t('ends')} value={endsAt === null ? '–' : <LocalTime iso={endsAt} locale={locale} />} />
      <ReceiptRow label={t('paysFrom')} value={t('pool')} />
      <ReceiptRow label={t('covered')} value={endsAt === null ? '–' : <LocalTime iso={endsAt} locale={locale} style="date" />} />
      <ReceiptRow isSum label={t('total')} value={money(preview?.total)} />
    </Receipt>
  );
}
