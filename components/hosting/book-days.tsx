'use client';
import { useLocale, useTranslations } from 'next-intl';
import { formatExact, formatPercent } from '@/components/money/format';
import { LocalTime } from '@/components/money/local-time';
import { Card } from '@/components/ui/card';
import type { HostingBook } from '@/lib/dto/hosting';
import { changeOf, toCurve } from './day-changes';

const [WIDTH, HEIGHT] = [320, 96];
const TONE = { 1: 'bg-up-wash text-up', 0: 'bg-surface-2 text-ink-2', [-1]: 'bg-down-wash text-down' } as const;

/** Every day with its sign, and the value of a unit as a line. */
export function BookDays({ days, since }: { days: HostingBook['days']; since: string }) {
  const t = useTranslations('Hosting');
  const locale = useLocale();
  const changes = days.map((day, index) => ({ ...day, change: changeOf(days[index + 1]?.unitValue ?? '1', day.unitValue) }));
  const [newest] = days;
  return (
    <Card className="grid grid-cols-1 gap-3">
      <h2 className="two-ends items-baseline font-strong">
        <span>{t('unitValue')}</span>
        <span suppressHydrationWarning>{newest === undefined ? '–' : `${formatExact(newest.unitValue, locale)} USDT`}</span>
      </h2>
      {days.length > 1 ? (
        <svg
          aria-label={t('unitValue')}
          className="h-24 w-full text-accent"
          preserveAspectRatio="none"
          role="img"
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        >
          <polyline
            fill="none"
            points={toCurve(days.map(({ unitValue }) => unitValue).reverse(), { width: WIDTH, height: HEIGHT })}
            stroke="currentColor"
            strokeWidth="2"
            vectorEffect="non-scaling-stroke"
          />
        </svg>
      ) : null}
      <h3 className="text-ink-2 text-small">{t('calendar')}</h3>
      <ol className="grid grid-cols-3 gap-1 sm:grid-cols-7">
        {changes.map(({ day, at, change }) => (
          <li className={`grid rounded-control px-2 py-1 text-micro ${TONE[change.direction]}`} key={day}>
            <LocalTime iso={at} locale={locale} />
            <b suppressHydrationWarning>{formatPercent(change.fraction, { locale, decimals: 3, sign: 'always' })}</b>
          </li>
        ))}
      </ol>
      <p className="text-ink-3 text-micro" suppressHydrationWarning>
        {t('nothingBefore', { date: new Date(since).toLocaleDateString(locale, { timeZone: 'UTC' }) })}
      </p>
    </Card>
  );
}
