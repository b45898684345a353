'use client';
import { useLocale, useTranslations } from 'next-intl';
import { memo, type ReactNode } from 'react';
import { CoinBadge } from '@/components/money/coin-badge';
import { formatCompact, formatPrice, shownDirection } from '@/components/money/format';
import { Percent } from '@/components/money/percent';
import { Price } from '@/components/money/price';
import { Sparkline } from '@/components/money/sparkline';
import type { Market } from '@/lib/dto/market';
import { marketPath } from './market-link';
import { priceDecimals } from '@/components/money/price-decimals';
import { useCoinName } from '@/components/money/use-coin-name';
import { useLiveTicker } from './use-live-market';
import { Link } from '../ui/link';

/** What stands below the symbol: the coin's name, or what was traded where rows are sorted by it. */
export type RowFigure = 'name' | 'turnover';
type Props = { market: Market; figure?: RowFigure; after?: ReactNode };

/** One market in a list; renders when this market moves and not when another does. `after` stands outside the link, such as a star. */
export const MarketRow = memo(function MarketRow({ market, figure = 'name', after }: Props) {
  const t = useTranslations('Market');
  const locale = useLocale();
  const ticker = useLiveTicker(market);
  const name = useCoinName()(market.base);
  const decimals = priceDecimals(market);
  const price = (value: string | null) => formatPrice(value, { locale, decimals });
  return (
    <li className="@container flex items-center border-line border-b">
      <Link
        className="grid min-h-16 min-w-0 flex-1 grid-cols-[2.25rem_minmax(0,1fr)_3.5rem_auto] items-center gap-3 py-2 max-[379px]:gap-2 @max-[18.5rem]:grid-cols-[minmax(0,1fr)_3.5rem_auto] @4xl/markets:grid-cols-[2.25rem_minmax(0,1.5fr)_repeat(5,minmax(0,1fr))_6rem] @max-[15rem]:flex @max-[15rem]:flex-wrap @max-[15rem]:justify-between"
        href={marketPath(market.base)}
        prefetch={false}
      >
        {/* In a narrow place, or with large text, the figures go before the pictures. */}
        <span className="@max-[18.5rem]:hidden">
          <CoinBadge coin={market.base} />
        </span>
        <span className="min-w-0">
          <span className="drop-end">
            <b>{market.base}</b>
            <span className="text-ink-3 text-small">/{market.quote}</span>
          </span>
          <span className="block truncate text-ink-3 text-micro" suppressHydrationWarning>
            {figure === 'name' && name !== null ? name : t('turnoverShort', { amount: formatCompact(ticker.turnover, locale) })}
          </span>
        </span>
        <span className="@4xl/markets:order-last @4xl/markets:justify-self-end @max-[15rem]:hidden">
          <Sparkline direction={shownDirection(ticker.changeRate)} points={market.sparkline} width={56} />
        </span>
        <span className="ms-auto min-w-[5.5rem] text-end max-[379px]:min-w-[4.75rem] @4xl/markets:contents">
          <Price className="font-strong" decimals={decimals} locale={locale} value={ticker.price} />
          <span className="flex justify-end">
            <Percent fraction={ticker.changeRate} locale={locale} />
          </span>
        </span>
        <Wide>{price(ticker.high)}</Wide>
        <Wide>{price(ticker.low)}</Wide>
        <Wide>
          {formatCompact(ticker.turnover, locale)} {market.quote}
        </Wide>
      </Link>
      {after}
    </li>
  );
});

/** A figure for which only the list of a large window has a column. */
function Wide({ children }: { children: ReactNode }) {
  return (
    <span className="hidden text-end text-ink-2 text-small @4xl/markets:block" suppressHydrationWarning>
      {children}
    </span>
  );
}
