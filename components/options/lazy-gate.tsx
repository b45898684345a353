'use client';
import dynamic from 'next/dynamic';
import { loadPart } from '@/components/layout/lazy-part';
import { Skeleton } from '@/components/ui/skeleton';

/** The gate before the perpetual ticket: its code is loaded when the ticket is first opened. */
export const LazyPerpetualGate = dynamic(() => loadPart(() => import('./risk-gate').then((module) => module.PerpetualGate)), {
  ssr: false,
  loading: () => <Skeleton className="h-112 w-full rounded-card" />,
});
