'use client';
import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { useReadErrorText } from '@/lib/query/use-error-text';

export type PagedQuery = {
  error?: unknown;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError?: boolean;
  fetchNextPage: () => Promise<unknown>;
  /** Of a list whose newest pages were dropped because so many were read. */
  hasPreviousPage?: boolean;
  isFetchingPreviousPage?: boolean;
  isFetchPreviousPageError?: boolean;
  fetchPreviousPage?: () => Promise<unknown>;
};

/** The head of a list whose newest pages were dropped: a button for the page before. */
export function LoadNewer({ query }: { query: PagedQuery }) {
  const t = useTranslations('Common');
  if (query.hasPreviousPage !== true) return null;
  return (
    <div className="pb-3">
      <PageButton
        error={query.isFetchPreviousPageError === true ? query.error : null}
        isBusy={query.isFetchingPreviousPage === true}
        onPress={() => void query.fetchPreviousPage?.()}
        text={t('newer')}
      />
    </div>
  );
}

/** The foot of a list that is read page by page: a button for the next page, nothing after the last. */
export function LoadMore({ query }: { query: PagedQuery }) {
  const t = useTranslations('Common');
  if (!query.hasNextPage) return null;
  return (
    <div className="pt-3">
      <PageButton
        error={query.isFetchNextPageError === true ? query.error : null}
        isBusy={query.isFetchingNextPage}
        onPress={() => void query.fetchNextPage()}
        text={t('more')}
      />
    </div>
  );
}

/** `error`: what the last press came to; null where it read a page, or none was made. */
function PageButton({ text, error, isBusy, onPress }: { text: string; error: unknown; isBusy: boolean; onPress: () => void }) {
  const t = useTranslations('Common');
  const errorText = useReadErrorText();
  const hasFailed = error !== null && error !== undefined;
  return (
    <div className="grid justify-items-center gap-2">
      {hasFailed ? (
        <Notice isAlert tone="warn">
          {errorText(error)}
        </Notice>
      ) : null}
      <Button isBusy={isBusy} onClick={onPress} size="small" variant="ghost">
        {hasFailed ? t('tryAgain') : text}
      </Button>
    </div>
  );
}
