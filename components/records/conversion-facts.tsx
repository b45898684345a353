'use client';
import { useLocale, useTranslations } from 'next-intl';
import { formatExact, formatPercent } from '@/components/money/format';
import { LocalTime } from '@/components/money/local-time';
import { Card } from '@/components/ui/card';
import { Receipt, ReceiptRow } from '@/components/ui/receipt';
import * as convertApi from '@/lib/api/convert';
import type { Conversion } from '@/lib/dto/convert';
import { useRead } from '@/lib/query/use-read';
import { isRight } from './check-conversion';

/** What a conversion was made from, computed again in this browser. */
export function ConversionFacts({ reference }: { reference: string }) {
  const { data } = useRead(convertApi.conversion, { reference });
  return data === undefined ? null : <Facts conversion={data} />;
}

function Facts({ conversion }: { conversion: Conversion }) {
  const t = useTranslations('Convert');
  const locale = useLocale();
  const { from, to, amount, price, fee, received, fromIndex, toIndex, spreadRate, feeRate, quotedAt } = conversion;
  const exact = (value: string) => formatExact(value, locale);
  const index = (coin: string, value: string) => t('indexOf', { coin, price: exact(value) });
  return (
    <Card className="grid grid-cols-1 gap-3">
      <Receipt>
        <ReceiptRow label={t('give')} value={`${exact(amount)} ${from}`} />
        {from === 'USDT' ? null : <ReceiptRow label={t('index')} value={index(from, fromIndex)} />}
        {to === 'USDT' ? null : <ReceiptRow label={t('index')} value={index(to, toIndex)} />}
        <ReceiptRow label={t('price')} value={t('priceOf', { from, to, price: exact(price) })} />
        <ReceiptRow label={t('fee', { rate: formatPercent(feeRate, { locale }) })} value={`${exact(fee)} ${to}`} />
        <ReceiptRow isSum label={t('receive')} value={`${exact(received)} ${to}`} />
        <ReceiptRow label={t('quotedAt')} value={<LocalTime iso={quotedAt} locale={locale} />} />
      </Receipt>
      <p className="text-ink-3 text-micro" suppressHydrationWarning>
        {t('rates', { spread: formatPercent(spreadRate, { locale }), fee: formatPercent(feeRate, { locale }) })}
      </p>
      <p className="text-accent text-small">{t(isRight(conversion) ? 'checked' : 'notChecked')}</p>
    </Card>
  );
}
