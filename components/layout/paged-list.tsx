'use client';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { SkeletonRows } from '../ui/skeleton';
import { LoadMore, LoadNewer, type PagedQuery } from './load-more';
import { type Loadable, LoadState } from './load-state';

type Props<Page, Row> = {
  query: Loadable<{ pages: readonly Page[] }> & PagedQuery;
  rowsOf: (page: Page) => readonly Row[];
  /** In place of a list without rows. */
  empty: ReactNode;
  /** Draws one row; an `li`, unless they are cards. */
  children: (row: Row) => ReactNode;
  areCards?: boolean;
  /** Shows only the first rows, with no way to more. */
  limit?: number;
  /** Stands between the rows and the button for more. */
  foot?: ReactNode;
  skeletonRows?: number;
};

/** A list that is read page by page: skeleton, failure, nothing there, rows and more of them. */
export function PagedList<Page, Row>({
  query,
  rowsOf,
  empty,
  children,
  areCards = false,
  limit,
  foot,
  skeletonRows = 3,
}: Props<Page, Row>) {
  const t = useTranslations('Common');
  return (
    <LoadState query={query} skeleton={<SkeletonRows count={skeletonRows} label={t('loading')} />}>
      {({ pages }) => {
        const rows = pages.flatMap(rowsOf).slice(0, limit);
        if (rows.length === 0) return empty;
        const drawn = rows.map((row) => children(row));
        return (
          <>
            {limit === undefined ? <LoadNewer query={query} /> : null}
            {areCards ? <div className="cards">{drawn}</div> : <ul className="in-columns">{drawn}</ul>}
            {foot}
            {limit === undefined ? <LoadMore query={query} /> : null}
          </>
        );
      }}
    </LoadState>
  );
}
