'use client';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { formatAmount, formatExact, formatPercent } from '@/components/money/format';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Receipt, ReceiptRow } from '@/components/ui/receipt';
import { Sheet } from '@/components/ui/sheet';
import type { HostingBook, HostingDay } from '@/lib/dto/hosting';
import { BookEntries } from './book-entries';
import { calculateExposure } from './exposure';

/** What a book consists of, with the way to every entry of its account. */
export function BookParts({ plan, book: { newest, house } }: { plan: string; book: HostingBook }) {
  const [t, tc] = [useTranslations('Hosting'), useTranslations('Common')];
  const locale = useLocale();
  const [isOpen, setOpen] = useState(false);
  return (
    <Card className="grid grid-cols-1 gap-3">
      <h2 className="font-strong">{t('parts')}</h2>
      {newest === null ? null : (
        <Receipt>
          <PartRows day={newest} />
          <ReceiptRow label={t('house')} value={`${formatAmount(house, { locale })}\u00a0USDT`} />
        </Receipt>
      )}
      <p className="text-ink-3 text-micro">{t('entriesText')}</p>
      <Button onClick={() => setOpen(true)} size="small" variant="ghost">
        {t('allEntries')}
      </Button>
      <Sheet closeLabel={tc('close')} isOpen={isOpen} onClose={() => setOpen(false)} title={t('allEntries')}>
        <BookEntries plan={plan} />
      </Sheet>
    </Card>
  );
}

/** The parts of a day and their sum, that by how many units it is, and how far prices move the whole. */
export function PartRows({ day }: { day: HostingDay }) {
  const { cash, coins, margin, open, value, units, unitValue } = day;
  const t = useTranslations('Hosting');
  const locale = useLocale();
  const usdt = (amount: string) => `${formatAmount(amount, { locale })}\u00a0USDT`;
  const exact = (amount: string) => formatExact(amount, locale);
  const times = (quantity: string, price: string) => `${exact(quantity)} × ${exact(price)}`;
  return (
    <>
      <ReceiptRow label={t('cash')} value={usdt(cash)} />
      {coins.map(({ asset, quantity, index, value: worth }) => (
        <ReceiptRow key={asset} label={<Counted name={asset} sum={times(quantity, index)} />} value={usdt(worth)} />
      ))}
      <ReceiptRow label={t('margin')} value={usdt(margin)} />
      {open.map(({ market, side, quantity, cost, mark, result }) => {
        const [worth, paid] = [times(quantity, mark), exact(cost)];
        const sum = side === 'short' ? `${paid} − ${worth}` : `${worth} − ${paid}`;
        return <ReceiptRow key={market} label={<Counted name={t('unrealised', { market })} sum={sum} />} value={usdt(result)} />;
      })}
      <ReceiptRow isSum label={t('value')} value={usdt(value)} />
      <ReceiptRow
        label={
          units === null ? t('unitValue') : <Counted name={t('unitValue')} sum={`${exact(value)} ÷ ${formatAmount(units, { locale })}`} />
        }
        value={`${exact(unitValue)} USDT`}
      />
      <ExposureRow day={day} />
    </>
  );
}

function ExposureRow({ day }: { day: HostingDay }) {
  const t = useTranslations('Hosting');
  const locale = useLocale();
  const exposure = calculateExposure(day);
  if (exposure === null) return null;
  const usdt = (amount: string) => formatAmount(amount, { locale });
  const share = formatPercent(exposure.share, { locale, decimals: 2, sign: 'auto' });
  return (
    <ReceiptRow
      label={<Counted name={t('exposure')} sum={`${usdt(exposure.long)} − ${usdt(exposure.short)}`} />}
      value={`${usdt(exposure.net)} USDT (${share})`}
    />
  );
}

function Counted({ name, sum }: { name: string; sum: string }) {
  return (
    <>
      {name}
      <span className="block text-ink-3 text-micro" suppressHydrationWarning>
        {sum}
      </span>
    </>
  );
}
