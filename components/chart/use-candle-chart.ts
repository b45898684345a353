'use client';
import { useLocale } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { formatPrice } from '@/components/money/format';
import { useTicker } from '@/lib/stream/hooks';
import { type CandleFeed, createCandleFeed, type Legend } from './candle-feed';
import { onColoursChange } from './chart-colours';
import type { ChartSettings } from './chart-settings';
import type { ChartLine } from './chart-options';
import type { DrawnChart } from './draw-chart';
import type { Drawing } from './drawings';
import { tickText, timeShiftOf, timeText } from './time-text';

export type { Legend } from './candle-feed';
export type ChartState = { kind: 'loading' | 'ready' | 'empty' } | { kind: 'failed'; error: unknown };
type Input = {
  symbol: string;
  settings: ChartSettings;
  decimals: number;
  lines: readonly ChartLine[] | undefined;
  at: number | null;
  drawings: readonly Drawing[];
};

/** Keeps a drawn chart in step with candles, ticks, own orders and the theme; `at` (ms) is the moment that it shows first. Put `host` on the box to draw in. */
export function useCandleChart({ symbol, settings, decimals, lines, at, drawings }: Input) {
  const { interval, style, studies, hasProfile } = settings;
  const locale = useLocale();
  const host = useRef<HTMLDivElement>(null);
  const chart = useRef<DrawnChart | null>(null);
  const feed = useRef<CandleFeed | null>(null);
  const [state, setState] = useState<ChartState>({ kind: 'loading' });
  const [legend, setLegend] = useState<Legend | null>(null);
  const [attempt, setAttempt] = useState(0);
  const ticker = useTicker(symbol);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` starts everything anew when the user asks for it.
  useEffect(() => {
    const box = host.current;
    if (box === null) return;
    let isGone = false;
    const data = createCandleFeed({
      symbol,
      interval,
      onChange: (candles, change) => {
        if (change === 'last') chart.current?.updateLast(candles);
        else chart.current?.setCandles(candles, change === 'first');
      },
      onLegend: setLegend,
    });
    feed.current = data;
    const options = {
      decimals,
      formatPrice: (price: number) => formatPrice(price.toFixed(decimals), { locale, decimals }),
      formatTime: (seconds: number) => timeText(seconds, interval, locale),
      formatTick: (seconds: number, kind: number) => tickText(seconds, kind, interval, locale),
      timeShift: timeShiftOf(interval),
      onCrosshair: data.point,
      onNeedOlder: () => void data.loadOlder(),
    };
    const showMoment = async (candles: CandleFeed, moment: number) => {
      const candle = await candles.reach(Math.floor(moment / 1000));
      if (isGone || candle === null) return;
      chart.current?.showCandle(candle);
      candles.point(candle.time);
    };
    setState({ kind: 'loading' });
    // The library is loaded when a chart is first shown, beside its first candles.
    Promise.all([import('./draw-chart'), data.fetchFirst()]).then(
      ([{ drawChart }]) => {
        if (isGone) return;
        chart.current = drawChart(box, options);
        data.start();
        setState({ kind: data.isEmpty() ? 'empty' : 'ready' });
        if (at !== null) void showMoment(data, at);
      },
      (error: unknown) => {
        if (!isGone) setState({ kind: 'failed', error });
      },
    );
    const stopColours = onColoursChange(() => chart.current?.recolour());
    return () => {
      isGone = true;
      stopColours();
      data.stop();
      chart.current?.destroy();
      chart.current = null;
      feed.current = null;
    };
  }, [symbol, interval, decimals, locale, attempt, at]);

  useEffect(() => {
    if (ticker !== undefined) feed.current?.tick({ price: Number(ticker.price), atMs: Date.parse(ticker.updatedAt) });
  }, [ticker]);

  useEffect(() => {
    if (state.kind === 'ready' && lines !== undefined) chart.current?.setLines(lines);
  }, [lines, state]);

  useEffect(() => {
    if (state.kind === 'ready') chart.current?.setStyle(style);
  }, [style, state]);

  useEffect(() => {
    if (state.kind === 'ready' && studies.length > 0)
      return extendWith(chart.current, async () => {
        const { drawStudies } = await import('./studies');
        return (parts) => drawStudies(studies, parts);
      });
  }, [studies, state]);

  useEffect(() => {
    if (state.kind === 'ready' && hasProfile) return extendWith(chart.current, async () => (await import('./volume-profile')).drawProfile);
  }, [hasProfile, state]);

  useEffect(() => {
    if (state.kind === 'ready' && drawings.length > 0)
      return extendWith(chart.current, async () => {
        const { drawDrawings } = await import('./draw-drawings');
        return (parts) => drawDrawings(drawings, interval, parts);
      });
  }, [drawings, interval, state]);

  return { host, chart, candles: () => feed.current?.candles() ?? [], state, legend, retry: () => setAttempt((count) => count + 1) };
}

/** Puts an addition on the chart as soon as its code is there; the answer takes it away, or stops it from coming. */
function extendWith(chart: DrawnChart | null, load: () => Promise<Parameters<DrawnChart['extend']>[0]>): () => void {
  let takeAway: (() => void) | null = null;
  let isGone = false;
  load().then(
    (make) => {
      if (!isGone) takeAway = chart?.extend(make) ?? null;
    },
    // The line is down, which its own notice says; the next choice tries again.
    () => undefined,
  );
  return () => {
    isGone = true;
    takeAway?.();
  };
}
