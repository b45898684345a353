'use client';
import { useLocale, useTranslations } from 'next-intl';
import { formatAmount, formatPercent } from '@/components/money/format';
import type { Home } from '@/lib/dto/balances';
import { writeRange } from '@/lib/rules/punctuation';

/** Daily rates by amount, as the backend publishes them. */
export function RateTable({ rows }: { rows: Home['rateTable'] }) {
  const t = useTranslations('Home');
  const locale = useLocale();
  const whole = (value: string) => formatAmount(value, { locale, decimalsMin: 0, decimalsMax: 0 });
  return (
    <section className="grid grid-cols-1 gap-2">
      <h2 className="text-title">{t('rates')}</h2>
      <table className="w-full text-small">
        <thead>
          <tr className="border-line border-b text-ink-3 text-micro">
            <th className="py-2 text-start font-plain" scope="col">
              {t('amountRange')}
            </th>
            <th className="py-2 text-end font-plain" scope="col">
              {t('ratePerDay')}
            </th>
          </tr>
        </thead>
        <tbody suppressHydrationWarning>
          {rows.map((row) => (
            <tr className="border-line border-b" key={`${row.amountMin} ${row.amountMax}`}>
              <td className="py-2.5">{writeRange(whole(row.amountMin), whole(row.amountMax), locale)} USDT</td>
              <td className="py-2.5 text-end font-strong">
                {writeRange(formatPercent(row.rateMin, { locale }), formatPercent(row.rateMax, { locale }), locale)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
