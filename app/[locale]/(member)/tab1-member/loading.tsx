import { ScreenSkeleton } from '@/components/layout/screen-skeleton';
import { TabShell } from '@/components/layout/shell';

export default function Loading() {
  return (
    <TabShell tab="home">
      <ScreenSkeleton shape="home" />
    </TabShell>
  );
}
