'use client';
import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';

export type PagedQuery = { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> };

/** The foot of a list that is read page by page: a button for the next page, nothing after the last. */
export function LoadMore({ query }: { query: PagedQuery }) {
  const t = useTranslations('Common');
  if (!query.hasNextPage) return null;
  return (
    <div className="grid justify-items-center pt-3">
      <Button isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()} size="small" variant="ghost">
        {t('more')}
      </Button>
    </div>
  );
}
