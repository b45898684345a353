'use client';
import { useLocale, useTranslations } from 'next-intl';
import { cutDecimals, formatExact, formatPercent } from '@/components/money/format';
import { Card } from '@/components/ui/card';
import { Receipt, ReceiptRow } from '@/components/ui/receipt';
import type { HostingBook } from '@/lib/dto/hosting';
import { multiplyDecimals, subtractDecimals } from '@/lib/rules/decimal';
import { LocalTime } from '@/components/money/local-time';
import { changeOf } from './day-changes';

const UNIT_DECIMALS = 6;

/** How a unit stands to the highest value that it had, and at which value the book stops, or when it did; nothing before its first valuation. */
export function Highs({
  book: { newest, high, state, stoppingAt, stoppedAt },
  stopRate,
}: {
  book: HostingBook;
  stopRate: string | undefined;
}) {
  const t = useTranslations('Hosting');
  const locale = useLocale();
  if (newest === null || high === null) return null;
  const unit = (value: string) => `${formatExact(cutDecimals(value, UNIT_DECIMALS), locale)}\u00a0USDT`;
  return (
    <Card>
      <Receipt>
        <ReceiptRow label={t('unitValue')} value={unit(newest.unitValue)} />
        <ReceiptRow label={t('high')} value={unit(high)} />
        <ReceiptRow label={t('belowHigh')} value={formatPercent(changeOf(high, newest.unitValue), { locale, decimals: 2, sign: 'auto' })} />
        {stopRate === undefined || state !== 'live' ? null : (
          <ReceiptRow isSum label={t('stopsAt')} value={unit(multiplyDecimals(high, subtractDecimals('1', stopRate)))} />
        )}
        {stoppingAt === null ? null : <ReceiptRow label={t('stoppingAt')} value={<LocalTime iso={stoppingAt} locale={locale} />} />}
        {stoppedAt === null ? null : <ReceiptRow isSum label={t('stoppedAt')} value={<LocalTime iso={stoppedAt} locale={locale} />} />}
      </Receipt>
    </Card>
  );
}
