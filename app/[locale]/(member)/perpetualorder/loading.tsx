import { ScreenSkeleton } from '@/components/layout/screen-skeleton';
import { PageShell } from '@/components/layout/shell';
import { Skeleton } from '@/components/ui/skeleton';

export default function Loading() {
  return (
    <PageShell backHref="/market" isWide hasTabBar title={<Skeleton className="mx-auto h-4 w-28" />}>
      <ScreenSkeleton shape="ticket" />
    </PageShell>
  );
}
