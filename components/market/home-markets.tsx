'use client';
import { useTranslations } from 'next-intl';
import { LoadState } from '@/components/layout/load-state';
import { Skeleton, SkeletonRows } from '@/components/ui/skeleton';
import * as marketApi from '@/lib/api/market';
import { useRead } from '@/lib/query/use-read';
import { MarketRow } from './market-row';
import { MarketTile } from './market-tile';

/** Quick tiles on the home screen; the list below it goes on from here. */
const TILES = 4;

/** Two by two tiles of the first four markets, then the list from the fifth on. */
export function HomeMarkets() {
  const t = useTranslations('Market');
  const query = useRead(marketApi.markets, {});
  return (
    <LoadState query={query} skeleton={<HomeMarketsSkeleton label={t('loading')} />}>
      {({ markets }) => (
        <>
          <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,max(8.5rem,40%)),1fr))] gap-2.5">
            {markets.slice(0, TILES).map((market) => (
              <MarketTile key={market.symbol} market={market} />
            ))}
          </div>
          <ul className="pt-1">
            {markets.slice(TILES).map((market) => (
              <MarketRow key={market.symbol} market={market} />
            ))}
          </ul>
        </>
      )}
    </LoadState>
  );
}

function HomeMarketsSkeleton({ label }: { label: string }) {
  return (
    <>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,max(8.5rem,40%)),1fr))] gap-2.5">
        {[1, 2, 3, 4].map((tile) => (
          <Skeleton className="h-26 rounded-card" key={tile} />
        ))}
      </div>
      <SkeletonRows count={5} label={label} />
    </>
  );
}
