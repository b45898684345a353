'use client';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { formatAmount, formatExact } from '@/components/money/format';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Receipt, ReceiptRow } from '@/components/ui/receipt';
import { Sheet } from '@/components/ui/sheet';
import type { HostingBook, HostingDay } from '@/lib/dto/hosting';
import { BookEntries } from './book-entries';

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
          <ReceiptRow label={t('house')} value={`${formatAmount(house, { locale })} USDT`} />
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

/** The parts of a day and their sum. */
export function PartRows({ day: { cash, coins, margin, open, value } }: { day: HostingDay }) {
  const t = useTranslations('Hosting');
  const locale = useLocale();
  const usdt = (amount: string) => `${formatAmount(amount, { locale })} USDT`;
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
    </>
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
