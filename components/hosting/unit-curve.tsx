'use client';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { formatExact } from '@/components/money/format';
import { LocalTime } from '@/components/money/local-time';
import { SegmentedControl } from '@/components/ui/segmented-control';
import type { HostingPoint } from '@/lib/dto/hosting';
import { besideOf, isShortOf, rangeOf, toCurve } from './day-changes';

const [WIDTH, HEIGHT] = [320, 96];
const SIZE = { width: WIDTH, height: HEIGHT };

/**
 * The value of a unit from one, where it began, through points that are given newest first, between its lowest and its highest; dashed: nobody had it. On
 * request beside the same money in bitcoin and in USDT, on one scale.
 */
export function UnitCurve({ points, isDashed = false }: { points: readonly HostingPoint[]; isDashed?: boolean }) {
  const t = useTranslations('Hosting');
  const [view, setView] = useState<'alone' | 'beside'>('alone');
  const [newest, first] = [points[0], points.at(-1)];
  if (newest === undefined || first === undefined) return null;
  const values = ['1', ...points.map(({ unitValue }) => unitValue).reverse()];
  const btc = besideOf(points);
  const own = isDashed ? t('simulatedBook') : t('thisBook');
  const options = [
    { value: 'alone', label: own },
    { value: 'beside', label: t('besideBtc') },
  ] as const;
  return (
    <div className="grid grid-cols-1 gap-3">
      <Lines btc={view === 'beside' ? btc : null} isDashed={isDashed} range={{ first, newest }} values={values} />
      {btc === null ? null : <SegmentedControl label={t('compare')} onChange={setView} options={options} value={view} />}
    </div>
  );
}

type LinesProps = {
  values: readonly string[];
  btc: readonly string[] | null;
  isDashed: boolean;
  range: { first: HostingPoint; newest: HostingPoint };
};

function Lines({ values, btc, isDashed, range: { first, newest } }: LinesProps) {
  const t = useTranslations('Hosting');
  const locale = useLocale();
  const all = btc === null ? values : [...values, ...btc, '1'];
  const { low, high } = rangeOf(all);
  const style = isShortOf([newest, first]) ? 'full' : 'date';
  const own = isDashed ? 'text-ink-3' : 'text-accent';
  return (
    <div className="grid grid-cols-1 gap-1 text-ink-3 text-micro">
      <span suppressHydrationWarning>{formatExact(high, locale)}</span>
      <svg
        aria-label={btc === null ? t('unitValue') : t('besideBtc')}
        className="h-24 w-full"
        preserveAspectRatio="none"
        role="img"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      >
        {btc === null ? null : (
          <>
            <Line className="text-ink-3" isThin points={toCurve(['1', '1'], SIZE, all)} />
            <Line className="text-warn" points={toCurve(btc, SIZE, all)} />
          </>
        )}
        <Line className={own} isDashed={isDashed} points={toCurve(values, SIZE, all)} />
      </svg>
      {low === high ? null : <span suppressHydrationWarning>{formatExact(low, locale)}</span>}
      <span className="two-ends">
        <LocalTime iso={first.at} locale={locale} style={style} />
        <LocalTime iso={newest.at} locale={locale} style={style} />
      </span>
      {btc === null ? null : (
        <ul className="flex flex-wrap gap-x-4 gap-y-1 text-ink-2">
          <Legend className={own} text={isDashed ? t('simulatedBook') : t('thisBook')} />
          <Legend className="text-warn" text={t('heldBtc')} />
          <Legend className="text-ink-3" text={t('heldUsdt')} />
        </ul>
      )}
    </div>
  );
}

type LineProps = { points: string; className: string; isDashed?: boolean; isThin?: boolean };

function Line({ points, className, isDashed = false, isThin = false }: LineProps) {
  return (
    <polyline
      className={className}
      fill="none"
      points={points}
      stroke="currentColor"
      strokeDasharray={isDashed ? '5 4' : undefined}
      strokeWidth={isThin ? 1 : 2}
      vectorEffect="non-scaling-stroke"
    />
  );
}

function Legend({ className, text }: { className: string; text: string }) {
  return (
    <li className="flex items-center gap-1.5">
      <span aria-hidden className={`h-0.5 w-4 rounded-full bg-current ${className}`} />
      {text}
    </li>
  );
}
