'use client';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { formatAmount } from '@/components/money/format';
import { sparklinePoints } from '@/components/money/sparkline';
import { Skeleton } from '@/components/ui/skeleton';
import * as accountApi from '@/lib/api/account';
import { BALANCE_RANGES, type BalanceRange } from '@/lib/protocol/wire';
import { useRead } from '@/lib/query/use-read';

const WIDTH = 340;
const HEIGHT = 96;

/** What all balances were worth, as a line that ends with what they are worth now. */
export function BalanceChart({ totalUsdt, isHidden }: { totalUsdt: string; isHidden: boolean }) {
  const t = useTranslations('Home');
  const [range, setRange] = useState<BalanceRange>('1d');
  const history = useRead(accountApi.balanceHistory, { range });
  const points = history.data?.points.map(({ value }) => value);
  return (
    <section aria-label={t('chart')} className="grid grid-cols-1 gap-2">
      <div className="h-24">
        {points !== undefined ? (
          <Line isHidden={isHidden} points={[...points, totalUsdt]} />
        ) : history.isError ? null : (
          <Skeleton className="h-24 rounded-card" />
        )}
      </div>
      <div aria-label={t('range')} className="flex justify-between gap-1" role="radiogroup">
        {BALANCE_RANGES.map((one) => (
          <label
            className="relative grid min-h-9 min-w-11 cursor-pointer place-items-center rounded-full px-2 font-strong text-ink-2 text-small outline-offset-1 before:absolute before:inset-x-0 before:-inset-y-1 has-checked:bg-surface-2 has-checked:text-ink-1 has-focus-visible:outline-2 has-focus-visible:outline-accent"
            key={one}
          >
            <input
              checked={one === range}
              className="absolute inset-0 size-full cursor-pointer appearance-none outline-none"
              name="balance-range"
              onChange={() => setRange(one)}
              type="radio"
              value={one}
            />
            {t(`ranges.${one}`)}
          </label>
        ))}
      </div>
    </section>
  );
}

function Line({ points, isHidden }: { points: readonly string[]; isHidden: boolean }) {
  const t = useTranslations('Home');
  const locale = useLocale();
  const [first, last] = [points[0] ?? '0', points.at(-1) ?? '0'];
  // One point is no line: it begins with the next quarter of an hour.
  const line = sparklinePoints(points.length < 2 ? [first, last] : points, WIDTH, HEIGHT);
  const colour = Number(last) > Number(first) ? 'text-up' : Number(last) < Number(first) ? 'text-down' : 'text-ink-3';
  const isFlat = points.every((value) => value === first);
  const amount = (value: string) => formatAmount(value, { locale });
  const spoken = points.length < 2 ? t('chartSoon') : t('chartSpoken', { from: amount(first), to: amount(last) });
  return (
    <figure className="h-full">
      <svg
        aria-hidden="true"
        className={`size-full ${colour}`}
        preserveAspectRatio="none"
        suppressHydrationWarning
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      >
        {isFlat ? null : (
          <polygon fill="currentColor" opacity="0.1" points={`0,${HEIGHT} ${line} ${WIDTH},${HEIGHT}`} suppressHydrationWarning />
        )}
        <polyline
          fill="none"
          points={line}
          stroke="currentColor"
          strokeLinejoin="round"
          strokeWidth="2"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      {isHidden ? null : (
        <figcaption className="sr-only" suppressHydrationWarning>
          {spoken}
        </figcaption>
      )}
    </figure>
  );
}
