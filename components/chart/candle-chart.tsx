'use client';
import { useTranslations } from 'next-intl';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { Chips } from '@/components/ui/segmented-control';
import { ErrorState } from '@/components/ui/empty-state';
import { Skeleton } from '@/components/ui/skeleton';
import { useErrorText } from '@/lib/query/use-error-text';
import { type BookKind, CANDLE_INTERVALS, type CandleInterval } from '@/lib/protocol/wire';
import { ChartLegend } from './chart-legend';
import { intervalReaching } from './chart-moment';
import type { ChartLine } from './draw-chart';
import { SpotLines } from './spot-lines';
import { useCandleChart } from './use-candle-chart';

/** Its code comes with the first perpetual chart. */
const PerpetualLines = dynamic(() => import('./perpetual-lines').then((module) => module.PerpetualLines), { ssr: false });

type Props = { symbol: string; kind?: BookKind; decimals: number; at?: number | null };

/** Candles of one market with volume, moving averages and the own open orders, of a perpetual market the position as well. `decimals` are those of the price grid, `at` (ms) is the moment to begin with. */
export function CandleChart({ symbol, kind = 'spot', decimals, at = null }: Props) {
  const t = useTranslations('Market');
  const [interval, setInterval] = useState<CandleInterval>(() => (at === null ? '15m' : intervalReaching(at, Date.now())));
  return (
    <section aria-label={t('chart')} className="grid min-w-0 grid-cols-1 gap-1 lg:h-full lg:grid-rows-[auto_auto_minmax(0,1fr)_auto]">
      <Chips
        label={t('interval')}
        onChange={setInterval}
        options={CANDLE_INTERVALS.map((value) => ({ value, label: t(`intervals.${value}`) }))}
        value={interval}
      />
      <ChartFrame at={at} decimals={decimals} interval={interval} key={`${symbol}:${interval}`} kind={kind} symbol={symbol} />
      <a className="justify-self-end text-ink-3 text-micro" href="https://www.tradingview.com/" rel="noopener noreferrer" target="_blank">
        {t('chartCredit')}
      </a>
    </section>
  );
}

type FrameProps = { symbol: string; kind: BookKind; interval: CandleInterval; decimals: number; at: number | null };

function ChartFrame({ symbol, kind, interval, decimals, at }: FrameProps) {
  const t = useTranslations('Market');
  const errorText = useErrorText();
  const [lines, setLines] = useState<readonly ChartLine[]>();
  const { host, state, legend, retry } = useCandleChart({ symbol, interval, decimals, lines, at });
  const OwnLines = kind === 'spot' ? SpotLines : PerpetualLines;
  return (
    <>
      <OwnLines onLines={setLines} symbol={symbol} />
      <ChartLegend decimals={decimals} legend={legend} />
      <div className="relative -mx-2 h-75 md:h-100 lg:h-auto lg:min-h-30">
        {/* The chart is a picture of figures that the page also gives as text; a screen reader gets the legend. */}
        <div aria-hidden="true" className="absolute inset-0" ref={host} />
        {state.kind === 'loading' ? <Skeleton className="absolute inset-2 rounded-card" /> : null}
        {state.kind === 'empty' ? <p className="absolute inset-0 grid place-items-center text-ink-2 text-small">{t('noCandles')}</p> : null}
        {state.kind === 'failed' ? (
          <div className="absolute inset-0 grid place-items-center bg-surface-0">
            <ErrorState onRetry={retry} retryLabel={t('tryAgain')} text={errorText(state.error)} title={t('chartFailed')} />
          </div>
        ) : null}
      </div>
    </>
  );
}
