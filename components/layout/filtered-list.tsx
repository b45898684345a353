'use client';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { EmptyState } from '../ui/empty-state';
import { SkeletonRows } from '../ui/skeleton';
import { LoadMore, LoadNewer, type PagedQuery } from './load-more';
import { type Loadable, LoadState } from './load-state';

type Props<Page, Row> = {
  query: Loadable<{ pages: readonly Page[] }> & PagedQuery;
  rowsOf: (pages: readonly Page[]) => readonly Row[];
  /** In place of a list that is empty without a filter. */
  empty: ReactNode;
  isNarrowed: boolean;
  /** Rows are cards rather than lines of a list. */
  areCards?: boolean;
  /** Draws one row, an `li` unless it is a card. */
  children: (row: Row) => ReactNode;
  /** Stands between the rows and the button for more. */
  foot: ReactNode;
};

/** A list with filters. A page may be short or empty with more to come: "load more" is then shown without rows. */
export function FilteredList<Page, Row>({ query, rowsOf, empty, isNarrowed, areCards = false, children, foot }: Props<Page, Row>) {
  const t = useTranslations('Lists');
  const common = useTranslations('Common');
  return (
    <LoadState query={query} skeleton={<SkeletonRows count={3} label={common('loading')} />}>
      {({ pages }) => {
        const rows = rowsOf(pages);
        const nothing = isNarrowed ? <EmptyState icon="list" text={t('noneMatchText')} title={t('noneMatch')} /> : empty;
        return (
          <>
            <LoadNewer query={query} />
            {rows.length === 0 ? query.hasNextPage ? <p className="text-ink-2 text-small">{t('noneYet')}</p> : nothing : null}
            {rows.length === 0 ? null : areCards ? (
              <div className="cards">{rows.map((row) => children(row))}</div>
            ) : (
              <ul className="in-columns">{rows.map((row) => children(row))}</ul>
            )}
            {rows.length === 0 ? null : foot}
            <LoadMore query={query} />
          </>
        );
      }}
    </LoadState>
  );
}
