'use client';
import { useLocale, useTranslations } from 'next-intl';
import { formatAmount, formatPercent } from '@/components/money/format';
import { LocalTime } from '@/components/money/local-time';
import { Receipt, ReceiptRow } from '@/components/ui/receipt';
import type { HostingDay } from '@/lib/dto/hosting';
import { BookEntries } from './book-entries';
import { MadeRows } from './book-made';
import { PartRows } from './book-parts';

/** One day of a book: its value with its parts, what moved at that value, and the entries that led to it from the day before. */
export function BookDay({ plan, day }: { plan: string; day: HostingDay }) {
  const t = useTranslations('Hosting');
  const locale = useLocale();
  const usdt = (amount: string) => `${formatAmount(amount, { locale })}\u00a0USDT`;
  const moved = (['joined', 'paid', 'fees', 'returned'] as const).filter((name) => Number(day[name]) > 0);
  return (
    <div className="grid grid-cols-1 gap-3">
      <p className="text-ink-2 text-small">
        <LocalTime iso={day.at} locale={locale} />
      </p>
      <Receipt>
        <ReceiptRow label={t('change')} value={formatPercent(day.change, { locale, decimals: 3, sign: 'always' })} />
        <PartRows day={day} />
      </Receipt>
      {day.made === null ? null : (
        <Receipt>
          <MadeRows made={day.made} />
        </Receipt>
      )}
      {moved.length === 0 ? null : (
        <Receipt>
          {moved.map((name) => (
            <ReceiptRow key={name} label={t(name)} value={usdt(day[name])} />
          ))}
        </Receipt>
      )}
      <h3 className="font-strong">{t('dayEntries')}</h3>
      <BookEntries day={day.day} plan={plan} />
    </div>
  );
}
