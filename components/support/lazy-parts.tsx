'use client';
import dynamic from 'next/dynamic';
import { Skeleton } from '@/components/ui/skeleton';

/** Camera and upload are loaded when somebody wants to show something. */
export const LazyPictureField = dynamic(() => import('@/components/files/picture-field').then((module) => module.PictureField), {
  ssr: false,
  loading: () => <Skeleton className="h-28 w-full rounded-card" />,
});
