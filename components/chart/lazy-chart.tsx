'use client';
import dynamic from 'next/dynamic';
import { loadPart } from '@/components/layout/lazy-part';
import { Skeleton } from '@/components/ui/skeleton';

/** The chart beside a ticket: its code is loaded where there is room for it. */
export const LazyCandleChart = dynamic(() => loadPart(() => import('./candle-chart').then((module) => module.CandleChart)), {
  ssr: false,
  loading: () => <Skeleton className="h-80 w-full rounded-card lg:h-full" />,
});
