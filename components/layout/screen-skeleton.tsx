'use client';
import { useTranslations } from 'next-intl';
import type { Shape } from '@/lib/pages/pages';
import { Skeleton, SkeletonRows } from '../ui/skeleton';

/** A whole screen before its first byte of data, in the shape of what comes. Stands inside the screen's frame. */
export function ScreenSkeleton({ shape }: { shape: Shape }) {
  const label = useTranslations('Common')('loading');
  if (shape === 'home') return <HomeShape label={label} />;
  if (shape === 'list') {
    return (
      <div className="grid grid-cols-1 gap-3">
        <Skeleton className="h-14 rounded-field" />
        <Skeleton className="h-9 w-48 rounded-full" />
        <SkeletonRows count={8} label={label} />
      </div>
    );
  }
  if (shape === 'settings') return <SkeletonRows count={8} label={label} />;
  return (
    <div aria-busy="true" aria-label={label} className="grid grid-cols-1 gap-3" role="status">
      {shape === 'receipt' ? (
        <>
          <Skeleton className="h-7 w-44" />
          <Skeleton className="h-4 w-32" />
          <Skeleton className="h-56 rounded-card" />
          <Skeleton className="h-40 rounded-card" />
        </>
      ) : (
        <>
          <Skeleton className="h-9 w-44" />
          <Skeleton className={`rounded-card ${shape === 'chart' ? 'h-75' : 'h-44'}`} />
          <Skeleton className="h-12 rounded-field" />
          <Skeleton className="h-14 rounded-field" />
          <Skeleton className="h-14 rounded-field" />
          <Skeleton className="h-13 rounded-field" />
        </>
      )}
    </div>
  );
}

function HomeShape({ label }: { label: string }) {
  return (
    <div className="grid grid-cols-1 gap-5">
      <div className="grid grid-cols-1 gap-2">
        <Skeleton className="h-4 w-24" />
        <Skeleton className="h-9 w-52" />
        <Skeleton className="h-18 rounded-card" />
      </div>
      <div className="grid grid-cols-2 gap-2.5">
        {[1, 2, 3, 4].map((tile) => (
          <Skeleton className="h-26 rounded-card" key={tile} />
        ))}
      </div>
      <SkeletonRows count={5} label={label} />
    </div>
  );
}
