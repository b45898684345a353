'use client';
import { useLocale } from 'next-intl';
import { memo } from 'react';
import { CoinBadge } from '@/components/money/coin-badge';
import { shownDirection } from '@/components/money/format';
import { Percent } from '@/components/money/percent';
import { Price } from '@/components/money/price';
import { Sparkline } from '@/components/money/sparkline';
import type { Market } from '@/lib/dto/market';
import { marketPath } from './market-link';
import { priceDecimals } from '@/components/money/price-decimals';
import { useLiveTicker } from './use-live-market';
import { Link } from '../ui/link';

/** One market as a quick tile. */
export const MarketTile = memo(function MarketTile({ market }: { market: Market }) {
  const locale = useLocale();
  const ticker = useLiveTicker(market);
  return (
    <Link className="grid grid-cols-1 min-w-0 gap-1 rounded-card bg-surface-1 p-3.5" href={marketPath(market.base)} prefetch={false}>
      <span className="flex items-center justify-between gap-1">
        <CoinBadge coin={market.base} size="small" />
        <span className="drop-end min-w-0 flex-1">
          <b>{market.base}</b>
          <span className="whitespace-nowrap text-ink-3">/{market.quote}</span>
        </span>
        <Sparkline direction={shownDirection(ticker.changeRate)} height={20} points={market.sparkline} width={40} />
      </span>
      <Price
        className="justify-self-start pt-1 font-strong text-[1.0625rem]"
        decimals={priceDecimals(market)}
        locale={locale}
        value={ticker.price}
      />
      <Percent fraction={ticker.changeRate} locale={locale} />
    </Link>
  );
});
