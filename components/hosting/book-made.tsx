'use client';
import { useLocale, useTranslations } from 'next-intl';
import { formatAmount } from '@/components/money/format';
import { Card } from '@/components/ui/card';
import { Receipt, ReceiptRow } from '@/components/ui/receipt';
import type { HostingMade } from '@/lib/dto/hosting';
import { subtractDecimals } from '@/lib/rules/decimal';

const USDT_DECIMALS = 8;

/** What the result of a book consists of since it was opened. */
export function BookMade({ made }: { made: HostingMade }) {
  const t = useTranslations('Hosting');
  return (
    <Card className="grid grid-cols-1 gap-3">
      <h2 className="font-strong">{t('made')}</h2>
      <Receipt>
        <MadeRows made={made} />
      </Receipt>
      <p className="text-ink-3 text-micro">{t('madeText')}</p>
    </Card>
  );
}

/** What prices made of coins and shorts, funding, the fees of trades, and their sum. */
export function MadeRows({ made: { trading, funding, fees, result } }: { made: HostingMade }) {
  const t = useTranslations('Hosting');
  const locale = useLocale();
  // Every digit: rounded parts would not add up.
  const usdt = (amount: string) => `${formatAmount(amount, { locale, decimalsMax: USDT_DECIMALS, sign: 'always' })}\u00a0USDT`;
  return (
    <>
      <ReceiptRow label={t('madeTrading')} value={usdt(trading)} />
      <ReceiptRow label={t('madeFunding')} value={usdt(funding)} />
      <ReceiptRow label={t('madeFees')} value={usdt(subtractDecimals('0', fees))} />
      <ReceiptRow isSum label={t('madeResult')} value={usdt(result)} />
    </>
  );
}
