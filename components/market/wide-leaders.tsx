'use client';
import dynamic from 'next/dynamic';
import { loadExtra } from '@/components/layout/lazy-part';
import { useIsWide } from '@/components/layout/use-media';
import { Skeleton } from '@/components/ui/skeleton';

const Leaders = dynamic(() => loadExtra(() => import('./leaders').then((module) => module.Leaders)), {
  ssr: false,
  loading: () => <Skeleton className="mt-4 h-72 rounded-card" />,
});

/** What leads the markets, below what a page is about, where a window has the room: nothing on a phone, which never loads it. */
export function WideLeaders() {
  return useIsWide('tablet') ? <Leaders /> : null;
}
