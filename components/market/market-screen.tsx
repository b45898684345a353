'use client';
import { useTranslations } from 'next-intl';
import { useDeferredValue, useState } from 'react';
import { LoadState } from '@/components/layout/load-state';
import { Field } from '@/components/ui/field';
import { Icon } from '@/components/ui/icon';
import { Chips } from '@/components/ui/segmented-control';
import { SkeletonRows } from '@/components/ui/skeleton';
import { Link } from '../ui/link';
import * as marketApi from '@/lib/api/market';
import { useRead } from '@/lib/query/use-read';
import { MarketList } from './market-list';
import { type Shown, type Sort, sortOf } from './market-sort';
import { SortBar } from './sort-bar';
import { WideLeaders } from './wide-leaders';

/** All markets with search, stars and sort; prices live. */
export function MarketScreen() {
  const t = useTranslations('Market');
  const query = useRead(marketApi.markets, {});
  const [search, setSearch] = useState('');
  const [shown, setShown] = useState<Shown>('all');
  const [sort, setSort] = useState<Sort>(null);
  const deferredSearch = useDeferredValue(search);
  return (
    <div className="@container/markets grid grid-cols-1 gap-1">
      <Field
        after={<Icon name="search" size={20} />}
        autoCapitalize="characters"
        autoComplete="off"
        enterKeyHint="search"
        label={t('search')}
        maxLength={20}
        onChange={(event) => setSearch(event.target.value)}
        placeholder="BTC"
        spellCheck={false}
        type="search"
        value={search}
      />
      <div className="two-ends items-center">
        <Chips
          className="max-w-[calc(100%+2*var(--gutter))]"
          label={t('which')}
          onChange={setShown}
          options={[
            { value: 'all', label: t('all') },
            { value: 'favourites', label: t('favourites') },
            { value: 'gainers', label: t('gainers') },
            { value: 'losers', label: t('losers') },
            { value: 'volume', label: t('byVolume') },
            { value: 'new', label: t('newest') },
          ]}
          value={shown}
        />
        <TableLink className="max-md:hidden" />
      </div>
      <SortBar onChange={setSort} sort={sort} />
      <LoadState query={query} skeleton={<SkeletonRows count={8} label={t('loading')} />}>
        {({ markets }) => (
          <MarketList
            markets={markets}
            shown={shown}
            onShowAll={() => {
              setSearch('');
              setShown('all');
            }}
            search={deferredSearch}
            sort={sort ?? sortOf(shown)}
          />
        )}
      </LoadState>
      {/* A phone shows the markets first: their table is for wider windows, and one held sideways. */}
      <TableLink className="justify-self-center md:hidden" />
      {shown === 'all' && deferredSearch === '' ? <WideLeaders /> : null}
    </div>
  );
}

function TableLink({ className }: { className: string }) {
  const t = useTranslations('Market');
  return (
    <Link className={`inline-flex min-h-11 items-center text-accent text-small ${className}`} href="/marketInfos" prefetch={false}>
      {t('table')}
    </Link>
  );
}
