'use client';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { LoadMore, LoadNewer } from '@/components/layout/load-more';
import { LoadState } from '@/components/layout/load-state';
import { formatExact, formatPercent, shownDirection } from '@/components/money/format';
import { LocalTime } from '@/components/money/local-time';
import { Card } from '@/components/ui/card';
import { Sheet } from '@/components/ui/sheet';
import { SkeletonRows } from '@/components/ui/skeleton';
import * as hostingApi from '@/lib/api/hosting';
import type { HostingBook, HostingDay } from '@/lib/dto/hosting';
import { useContinued } from '@/lib/query/use-read';
import { BookDay } from './book-day';
import { isShortOf } from './day-changes';
import { UnitCurve } from './unit-curve';

const TONE = { 1: 'bg-up-soft text-up', 0: 'bg-surface-2 text-ink-2', [-1]: 'bg-down-soft text-down' } as const;

const DECIMALS = 3;

/** What a day made of a unit, as a fraction; `open` shows more of it. */
type Cell = { at: string; change: string; open?: () => void };

/** The value of a unit as a line through all days, and every day with its sign, as far back as there are any. */
export function BookDays({ plan, book: { newest, line, since, past } }: { plan: string; book: HostingBook }) {
  const [t, tc] = [useTranslations('Hosting'), useTranslations('Common')];
  const locale = useLocale();
  const days = useContinued(hostingApi.hostingDays, { plan });
  const [opened, setOpened] = useState<HostingDay | null>(null);
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(since));
  return (
    <Card className="grid grid-cols-1 gap-3">
      <h2 className="two-ends items-baseline font-strong">
        <span>{t('unitValue')}</span>
        <span suppressHydrationWarning>{newest === null ? '–' : `${formatExact(newest.unitValue, locale)}\u00a0USDT`}</span>
      </h2>
      <UnitCurve points={line} />
      {newest === null ? null : (
        <>
          <h3 className="text-ink-2 text-small">{t('calendar')}</h3>
          <LoadNewer query={days} />
          <LoadState query={days} skeleton={<SkeletonRows count={3} label={t('loading')} />}>
            {({ pages }) => (
              <DayCalendar cells={pages.flatMap((page) => page.days).map((day) => ({ ...day, open: () => setOpened(day) }))} />
            )}
          </LoadState>
          <LoadMore query={days} />
        </>
      )}
      <p className="text-ink-3 text-micro" suppressHydrationWarning>
        {t(past === null ? 'nothingBefore' : 'simulatedBefore', { date })}
      </p>
      <Sheet closeLabel={tc('close')} isOpen={opened !== null} onClose={() => setOpened(null)} title={t('day', { day: opened?.day ?? 0 })}>
        {opened === null ? null : <BookDay day={opened} plan={plan} />}
      </Sheet>
    </Card>
  );
}

/** What each day made of the one before, newest first. */
export function DayCalendar({ cells }: { cells: readonly Cell[] }) {
  const isShort = isShortOf(cells);
  return (
    <ol className="grid grid-cols-[repeat(auto-fill,minmax(5.75rem,1fr))] gap-1">
      {cells.map((cell) => (
        <li className="grid min-w-0" key={cell.at}>
          <DayCell cell={cell} isShort={isShort} />
        </li>
      ))}
    </ol>
  );
}

function DayCell({ cell: { at, change, open }, isShort }: { cell: Cell; isShort: boolean }) {
  const locale = useLocale();
  const look = `grid min-h-11 min-w-0 content-center rounded-control px-2 py-1 text-start text-micro [overflow-wrap:anywhere] ${TONE[shownDirection(change, DECIMALS)]}`;
  const content = (
    <>
      <LocalTime iso={at} locale={locale} style={isShort ? 'clock' : 'date'} />
      <b suppressHydrationWarning>{formatPercent(change, { locale, decimals: DECIMALS, sign: 'always' })}</b>
    </>
  );
  if (open === undefined) return <div className={look}>{content}</div>;
  return (
    <button className={look} onClick={open} type="button">
      {content}
    </button>
  );
}
