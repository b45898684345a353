'use client';
import { useLocale, useTranslations } from 'next-intl';
import Link from 'next/link';
import { memo, type ReactNode } from 'react';
import { CoinBadge } from '@/components/money/coin-badge';
import { formatCompact, shownDirection } from '@/components/money/format';
import { Percent } from '@/components/money/percent';
import { Price } from '@/components/money/price';
import { Sparkline } from '@/components/money/sparkline';
import type { Market } from '@/lib/dto/market';
import { marketPath } from './market-link';
import { priceDecimals } from '@/components/money/price-decimals';
import { useLiveTicker } from './use-live-market';

/** One market in a list; renders when this market moves and not when another does. `after` stands outside the link, such as a star. */
export const MarketRow = memo(function MarketRow({ market, after }: { market: Market; after?: ReactNode }) {
  const t = useTranslations('Market');
  const locale = useLocale();
  const ticker = useLiveTicker(market);
  return (
    <li className="flex items-center border-line border-b">
      <Link
        className="grid min-h-16 min-w-0 flex-1 grid-cols-[2.25rem_minmax(0,1fr)_3.5rem_auto] items-center gap-3 py-2 max-[379px]:gap-2"
        href={marketPath(market.base)}
        prefetch={false}
      >
        <CoinBadge coin={market.base} />
        <span className="min-w-0">
          {/* One line: where the quote doesn't fit, it falls below the edge as a whole. */}
          <span className="flex h-lh flex-wrap items-baseline overflow-hidden">
            <b>{market.base}</b>
            <span className="text-ink-3 text-small">/{market.quote}</span>
          </span>
          <span className="block truncate text-ink-3 text-micro" suppressHydrationWarning>
            {t('turnoverShort', { amount: formatCompact(ticker.turnover, locale) })}
          </span>
        </span>
        <Sparkline direction={shownDirection(ticker.changeRate)} points={market.sparkline} width={56} />
        <span className="min-w-[5.5rem] text-end max-[379px]:min-w-[4.75rem]">
          <Price className="font-strong" decimals={priceDecimals(market)} locale={locale} value={ticker.price} />
          <span className="flex justify-end">
            <Percent fraction={ticker.changeRate} locale={locale} />
          </span>
        </span>
      </Link>
      {after}
    </li>
  );
});
