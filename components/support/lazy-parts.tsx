'use client';
import dynamic from 'next/dynamic';
import { loadPart } from '@/components/layout/lazy-part';
import { Skeleton } from '@/components/ui/skeleton';

/** Camera and upload are loaded when somebody wants to show something. */
export const LazyPictureField = dynamic(
  () => loadPart(() => import('@/components/files/picture-field').then((module) => module.PictureField)),
  {
    ssr: false,
    loading: () => <Skeleton className="h-28 w-full rounded-card" />,
  },
);
