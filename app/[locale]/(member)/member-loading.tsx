import { ScreenSkeleton } from '@/components/layout/screen-skeleton';
import { PageFrame } from '@/components/layout/shell';
import { PAGES, type PageRoute, type PageRow } from '@/lib/pages/pages';

/** Returns what stands in a page's place while it is on its way: its frame, with a skeleton in it. */
export function memberLoading(route: PageRoute) {
  const { frame, skeleton }: PageRow = PAGES[route];
  return () => (
    <PageFrame {...frame}>
      <ScreenSkeleton shape={skeleton} />
    </PageFrame>
  );
}
