'use client';
import { useTranslations } from 'next-intl';
import { memo } from 'react';
import { useCoinName } from '@/components/money/use-coin-name';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import type { Market } from '@/lib/dto/market';
import { useTickers } from '@/lib/stream/hooks';
import { FavouriteStar } from './favourite-star';
import { MarketRow, type RowFigure } from './market-row';
import { goesWith, matchesSearch, newestOf, type Shown, sortMarkets, type Sort } from './market-sort';
import { useFavourites } from './use-favourites';

type Props = { markets: readonly Market[]; search: string; shown: Shown; sort: Sort; onShowAll: () => void };

/** The markets that match; says what to do when none does. */
export function MarketList({ markets, search, shown, sort, onShowAll }: Props) {
  const t = useTranslations('Market');
  const favourites = useFavourites();
  const nameOf = useCoinName();
  const matching = (shown === 'new' ? newestOf(markets, Date.now()) : markets).filter(
    (market) =>
      matchesSearch({ symbol: market.symbol, name: nameOf(market.base) }, search) &&
      (shown !== 'favourites' || favourites.includes(market.symbol)) &&
      goesWith(shown, market),
  );
  if (matching.length > 0)
    return sort === null || sort.key === 'name' ? (
      <Rows markets={sortMarkets(matching, sort)} />
    ) : (
      <LiveOrder markets={matching} sort={sort} />
    );
  const isSearch = search.trim() !== '';
  return (
    <EmptyState
      action={
        <Button onClick={onShowAll} size="small" variant="ghost">
          {t('showAll')}
        </Button>
      }
      icon={isSearch ? 'search' : shown === 'favourites' ? 'star' : 'market'}
      text={
        isSearch ? t('noMatchText') : shown === 'favourites' ? t('noFavouritesText') : t(shown === 'new' ? 'noneNewText' : 'noneOfKindText')
      }
      title={isSearch ? t('noMatch') : shown === 'favourites' ? t('noFavourites') : t('noneOfKind')}
    />
  );
}

/** Keeps the order true while prices move; the rows themselves render only when their own market does. */
function LiveOrder({ markets, sort }: { markets: readonly Market[]; sort: Sort }) {
  const tickers = useTickers();
  const bySymbol = new Map(markets.map((market) => [market.symbol, market]));
  const order = sortMarkets(
    markets.map((market) => tickers?.get(market.symbol) ?? market),
    sort,
  );
  return (
    <Rows figure={sort?.key === 'volume' ? 'turnover' : 'name'} markets={order.flatMap((ticker) => bySymbol.get(ticker.symbol) ?? [])} />
  );
}

function Rows({ markets, figure }: { markets: readonly Market[]; figure?: RowFigure }) {
  return (
    <ul className="in-columns [--row-min:20rem] @4xl/markets:block">
      {markets.map((market) => (
        <StarredRow figure={figure} key={market.symbol} market={market} />
      ))}
    </ul>
  );
}

const StarredRow = memo(function StarredRow({ market, figure }: { market: Market; figure?: RowFigure }) {
  return <MarketRow after={<FavouriteStar className="-mr-2.5" symbol={market.symbol} />} figure={figure} market={market} />;
});
