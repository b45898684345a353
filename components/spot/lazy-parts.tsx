'use client';
import dynamic from 'next/dynamic';
import { loadPart } from '@/components/layout/lazy-part';
import { Skeleton } from '@/components/ui/skeleton';

/** The ticket of a sheet: its code is loaded when the sheet is first opened. */
export const LazySpotTicket = dynamic(() => loadPart(() => import('./ticket').then((module) => module.SpotTicket)), {
  ssr: false,
  loading: () => <Skeleton className="h-112 w-full rounded-card" />,
});

/** The last trades stand under a tab of their own: their code is loaded with the first look. */
export const LazyLastTrades = dynamic(() => loadPart(() => import('./last-trades').then((module) => module.LastTrades)), {
  ssr: false,
  loading: () => <Skeleton className="h-64 w-full" />,
});

/** Book and depth in the pane of a terminal. */
export const LazyBookPane = dynamic(() => loadPart(() => import('./book-pane').then((module) => module.BookPane)), {
  ssr: false,
  loading: () => <Skeleton className="h-96 w-full rounded-card" />,
});
