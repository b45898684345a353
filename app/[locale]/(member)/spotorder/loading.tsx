import { ScreenSkeleton } from '@/components/layout/screen-skeleton';
import { PageShell } from '@/components/layout/shell';

export default function Loading() {
  return (
    <PageShell backHref="/market" isWide hasTabBar>
      <ScreenSkeleton shape="ticket" />
    </PageShell>
  );
}
