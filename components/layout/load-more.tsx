'use client';
import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';

export type PagedQuery = {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => Promise<unknown>;
  /** Of a list whose newest pages were dropped because so many were read. */
  hasPreviousPage?: boolean;
  isFetchingPreviousPage?: boolean;
  fetchPreviousPage?: () => Promise<unknown>;
};

/** The head of a list whose newest pages were dropped: a button for the page before. */
export function LoadNewer({ query }: { query: PagedQuery }) {
  const t = useTranslations('Common');
  if (query.hasPreviousPage !== true) return null;
  return (
    <div className="grid justify-items-center pb-3">
      <Button isBusy={query.isFetchingPreviousPage === true} onClick={() => void query.fetchPreviousPage?.()} size="small" variant="ghost">
        {t('newer')}
      </Button>
    </div>
  );
}

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
