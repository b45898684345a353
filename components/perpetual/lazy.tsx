'use client';
import dynamic from 'next/dynamic';
import { loadPart } from '@/components/layout/lazy-part';
import { Skeleton } from '@/components/ui/skeleton';

/** Parts of the market page that are loaded only when it shows a perpetual market. */
export const LazyPerpetualTicket = dynamic(() => loadPart(() => import('./ticket').then((module) => module.PerpetualTicket)), {
  ssr: false,
  loading: () => <Skeleton className="h-112 w-full rounded-card" />,
});
export const LazyMarkStrip = dynamic(() => loadPart(() => import('./mark-strip').then((module) => module.MarkStrip)), {
  ssr: false,
  loading: () => <Skeleton className="h-10 w-full" />,
});
export const LazyPositionsPanel = dynamic(() => loadPart(() => import('./positions-panel').then((module) => module.PositionsPanel)), {
  ssr: false,
  loading: () => <Skeleton className="h-40 w-full rounded-card" />,
});
