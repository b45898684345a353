import { useLocale, useTranslations } from 'next-intl';
import { directionOf, formatAmount } from '@/components/money/format';
import { LocalTime } from '@/components/money/local-time';
import type { Hosted } from '@/lib/dto/hosting';

const TONE = { 1: 'text-up', 0: '', [-1]: 'text-down' } as const;

/** What each of the newest days brought after the fee, and what of it was paid out. */
export function HostedDays({ hosted: { lines, asset } }: { hosted: Hosted }) {
  const t = useTranslations('Hosting');
  const locale = useLocale();
  if (lines.length === 0) return null;
  const show = (value: string, sign: 'auto' | 'always' = 'auto') => formatAmount(value, { locale, sign, decimalsMax: 8 });
  return (
    <details>
      <summary className="flex min-h-11 items-center font-strong text-accent text-small">{t('calendar')}</summary>
      <ol className="grid gap-2 text-small">
        {lines.map(({ day, at, income, paid }) => (
          <li className="flex flex-wrap justify-between gap-x-4" key={day}>
            <span className="text-ink-2">
              <LocalTime iso={at} locale={locale} />
            </span>
            <span className="text-end" suppressHydrationWarning>
              <b className={TONE[directionOf(income)]}>
                {show(income, 'always')} {asset}
              </b>
              {directionOf(paid) > 0 ? <span className="block text-ink-3 text-micro">{`${t('paid')} ${show(paid)}`}</span> : null}
            </span>
          </li>
        ))}
      </ol>
    </details>
  );
}
