'use client';
import { useTranslations } from 'next-intl';
import dynamic from 'next/dynamic';
import { loadExtra, loadPart } from '@/components/layout/lazy-part';
import { type ReactNode, useEffect, useState } from 'react';
import { Chips, CLOSE_CHIPS } from '@/components/ui/segmented-control';
import { ErrorState } from '@/components/ui/empty-state';
import { Icon } from '@/components/ui/icon';
import { Skeleton } from '@/components/ui/skeleton';
import { useErrorText } from '@/lib/query/use-error-text';
import { type BookKind, CANDLE_INTERVALS } from '@/lib/protocol/wire';
import { ChartLegend } from './chart-legend';
import { intervalReaching } from './chart-moment';
import { type ChartSettings, keepSettings, readSettings, USUAL_SETTINGS } from './chart-settings';
import { isMovable, type OwnLine } from './own-lines';
import { SpotLines } from './spot-lines';
import { useCandleChart } from './use-candle-chart';
import { useDrawings } from './use-drawings';
import { useLarge } from './use-large';

/** Its code comes with the first perpetual chart. */
const PerpetualLines = dynamic(() => loadExtra(() => import('./perpetual-lines').then((module) => module.PerpetualLines)), { ssr: false });
/** Loaded with the first line that can be moved. */
const LineHandles = dynamic(() => loadExtra(() => import('./line-handles').then((module) => module.LineHandles)), { ssr: false });
/** Loaded when the tools are first opened. */
const ChartTools = dynamic(() => loadPart(() => import('./chart-tools').then((module) => module.ChartTools)), { ssr: false });

const TOOL = 'relative grid size-9 place-items-center rounded-full bg-surface-2 text-ink-2 before:absolute before:-inset-1';

/** On a phone, by how many indicators have a pane of their own: the candles keep their room. */
const HEIGHTS = ['h-75', 'h-95', 'h-115'] as const;

type Props = { symbol: string; kind?: BookKind; decimals: number; at?: number | null };

/** Candles of one market with volume, moving averages and the own open orders, of a perpetual market the position as well. `decimals` are those of the price grid, `at` (ms) is the moment to begin with. */
export function CandleChart({ symbol, kind = 'spot', decimals, at = null }: Props) {
  const t = useTranslations('Market');
  const chart = useTranslations('Chart');
  const [settings, setSettings] = useState<ChartSettings>(() =>
    at === null ? USUAL_SETTINGS : { ...USUAL_SETTINGS, interval: intervalReaching(at, Date.now()) },
  );
  const { isLarge, toggle } = useLarge();
  // What a device kept is known once the page was taken over; a moment that was asked for has its own interval.
  useEffect(() => setSettings(({ interval }) => ({ ...readSettings(), ...(at === null ? {} : { interval }) })), [at]);
  const change = (next: Partial<ChartSettings>) => {
    const all = { ...settings, ...next };
    setSettings(all);
    keepSettings(all);
  };
  return (
    <section
      aria-label={t('chart')}
      className={`grid min-w-0 grid-cols-1 gap-1 ${isLarge ? 'fixed inset-0 z-50 grid-rows-[auto_auto_minmax(0,1fr)_auto] bg-surface-0 pt-[max(0.5rem,env(safe-area-inset-top))] pr-[max(var(--gutter),env(safe-area-inset-right))] pb-[max(0.5rem,env(safe-area-inset-bottom))] pl-[max(var(--gutter),env(safe-area-inset-left))]' : 'lg:h-full lg:grid-rows-[auto_auto_minmax(0,1fr)_auto]'}`}
      data-chart-large={isLarge ? '' : undefined}
    >
      <Chips
        className={`md:flex-nowrap! ${CLOSE_CHIPS}`}
        label={t('interval')}
        onChange={(interval) => change({ interval })}
        options={CANDLE_INTERVALS.map((value) => ({ value, label: t(`intervals.${value}`) }))}
        value={settings.interval}
      />
      <ChartFrame
        at={at}
        decimals={decimals}
        key={`${symbol}:${settings.interval}`}
        kind={kind}
        onChange={change}
        settings={settings}
        symbol={symbol}
        tool={
          <button aria-label={chart(isLarge ? 'small' : 'large')} aria-pressed={isLarge} className={TOOL} onClick={toggle} type="button">
            <Icon name={isLarge ? 'close' : 'enlarge'} size={18} />
          </button>
        }
      />
      <a
        className="inline-flex min-h-6 items-center justify-self-end text-ink-3 text-micro"
        href="https://www.tradingview.com/"
        rel="noopener noreferrer"
        target="_blank"
      >
        {t('chartCredit')}
      </a>
    </section>
  );
}

type FrameProps = {
  symbol: string;
  kind: BookKind;
  settings: ChartSettings;
  decimals: number;
  at: number | null;
  tool: ReactNode;
  onChange(change: Partial<ChartSettings>): void;
};

function ChartFrame({ symbol, kind, settings, decimals, at, tool, onChange }: FrameProps) {
  const t = useTranslations('Market');
  const texts = useTranslations('Chart');
  const errorText = useErrorText();
  const [lines, setLines] = useState<readonly OwnLine[]>();
  const drawn = useDrawings(symbol);
  const [isOpen, setOpen] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  const { host, chart, candles, state, legend, retry } = useCandleChart({
    symbol,
    settings,
    decimals,
    lines,
    at,
    drawings: drawn.drawings,
  });
  const open = () => {
    setWasOpen(true);
    setOpen(true);
  };
  const movable = (lines ?? []).filter(isMovable);
  const OwnLines = kind === 'spot' ? SpotLines : PerpetualLines;
  return (
    <>
      <OwnLines onLines={setLines} symbol={symbol} />
      <div className="flex items-start justify-between gap-2">
        <ChartLegend decimals={decimals} legend={legend} />
        <span className="flex shrink-0 gap-2">
          <button aria-haspopup="dialog" aria-label={texts('tools')} className={TOOL} onClick={open} type="button">
            <Icon name="settings" size={18} />
          </button>
          {tool}
        </span>
      </div>
      <div
        className={`relative -mx-2 ${HEIGHTS[settings.studies.filter((study) => study === 'rsi' || study === 'macd').length]} md:h-[min(25rem,70dvh)] lg:min-h-30 lg:[.terminal_&]:h-auto [[data-chart-large]_&]:h-auto`}
      >
        {/* The chart is a picture of figures that the tools also give as a table; a screen reader gets the legend. */}
        <div aria-hidden="true" className="absolute inset-0" ref={host} />
        {state.kind === 'ready' && movable.length > 0 ? <LineHandles chart={chart} decimals={decimals} lines={movable} /> : null}
        {state.kind === 'loading' ? <Skeleton className="absolute inset-2 rounded-card" /> : null}
        {state.kind === 'empty' ? <p className="absolute inset-0 grid place-items-center text-ink-2 text-small">{t('noCandles')}</p> : null}
        {state.kind === 'failed' ? (
          <div className="absolute inset-0 grid place-items-center bg-surface-0">
            <ErrorState onRetry={retry} retryLabel={t('tryAgain')} text={errorText(state.error)} title={t('chartFailed')} />
          </div>
        ) : null}
      </div>
      {wasOpen ? (
        <ChartTools
          candles={candles}
          chart={chart}
          decimals={decimals}
          drawn={drawn}
          isOpen={isOpen}
          onChange={onChange}
          onClose={() => setOpen(false)}
          settings={settings}
          symbol={symbol}
        />
      ) : null}
    </>
  );
}
