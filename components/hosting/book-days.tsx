'use client';
import { useLocale, useTranslations } from 'next-intl';
import { formatExact, formatPercent, shownDirection } from '@/components/money/format';
import { LocalTime } from '@/components/money/local-time';
import { Card } from '@/components/ui/card';
import type { HostingBook } from '@/lib/dto/hosting';
import { listChanges, toCurve } from './day-changes';

const [WIDTH, HEIGHT] = [320, 96];
const TONE = { 1: 'bg-up-soft text-up', 0: 'bg-surface-2 text-ink-2', [-1]: 'bg-down-soft text-down' } as const;

/** Days that are shorter are told apart by the clock. */
const LONG_MS = 12 * 3_600_000;
const DECIMALS = 3;

type Day = Pick<HostingBook['days'][number], 'at' | 'unitValue'>;

/** Every day with its sign, and the value of a unit as a line. */
export function BookDays({ days, since, hasPast }: { days: HostingBook['days']; since: string; hasPast: boolean }) {
  const t = useTranslations('Hosting');
  const locale = useLocale();
  const [newest] = days;
  const isFromStart = days.at(-1)?.day === 1;
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(since));
  return (
    <Card className="grid grid-cols-1 gap-3">
      <h2 className="two-ends items-baseline font-strong">
        <span>{t('unitValue')}</span>
        <span suppressHydrationWarning>{newest === undefined ? '–' : `${formatExact(newest.unitValue, locale)} USDT`}</span>
      </h2>
      <UnitCurve days={days} isFromStart={isFromStart} />
      {days.length === 0 ? null : <h3 className="text-ink-2 text-small">{t('calendar')}</h3>}
      <DayCalendar days={days} isFromStart={isFromStart} />
      <p className="text-ink-3 text-micro" suppressHydrationWarning>
        {t(hasPast ? 'simulatedBefore' : 'nothingBefore', { date })}
      </p>
    </Card>
  );
}

type CurveProps = { days: readonly Day[]; isFromStart?: boolean; isDashed?: boolean };

/** The value of a unit through days, newest first, from the one that it began at where they are all; dashed: nobody had it. */
export function UnitCurve({ days, isFromStart = true, isDashed = false }: CurveProps) {
  const t = useTranslations('Hosting');
  const known = days.map(({ unitValue }) => unitValue).reverse();
  const values = isFromStart ? ['1', ...known] : known;
  if (days.length === 0 || values.length < 2) return null;
  return (
    <svg
      aria-label={t('unitValue')}
      className={isDashed ? 'h-24 w-full text-ink-3' : 'h-24 w-full text-accent'}
      preserveAspectRatio="none"
      role="img"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
    >
      <polyline
        fill="none"
        points={toCurve(values, { width: WIDTH, height: HEIGHT })}
        stroke="currentColor"
        strokeDasharray={isDashed ? '5 4' : undefined}
        strokeWidth="2"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}

/** What each day made of the one before, newest first; the first of all began at one. */
export function DayCalendar({ days, isFromStart = true }: { days: readonly Day[]; isFromStart?: boolean }) {
  const locale = useLocale();
  const changes = listChanges(days, { isFromStart });
  const [newest, before] = days;
  const isShort = newest !== undefined && before !== undefined && Date.parse(newest.at) - Date.parse(before.at) < LONG_MS;
  return (
    <ol className="grid grid-cols-3 gap-1 sm:grid-cols-7">
      {changes.map(({ at, fraction }) => (
        <li
          className={`grid min-w-0 rounded-control px-2 py-1 text-micro [overflow-wrap:anywhere] ${TONE[shownDirection(fraction, DECIMALS)]}`}
          key={at}
        >
          <LocalTime iso={at} locale={locale} style={isShort ? 'clock' : 'date'} />
          <b suppressHydrationWarning>{formatPercent(fraction, { locale, decimals: DECIMALS, sign: 'always' })}</b>
        </li>
      ))}
    </ol>
  );
}
