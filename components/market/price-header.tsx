'use client';
import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { formatCompact, formatPrice } from '@/components/money/format';
import { Percent } from '@/components/money/percent';
import { Price } from '@/components/money/price';
import type { Market } from '@/lib/dto/market';
import { CoinLink } from './coin-link';
import { FeedAge } from '@/components/money/feed-age';
import { useLiveTicker } from './use-live-market';

/** The price of one market with its age and the figures of the last 24 hours. `decimals` are those of the price grid; with `hasLink` it leads to the coin's page. */
export function PriceHeader({ market, decimals, hasLink = false }: { market: Market; decimals: number; hasLink?: boolean }) {
  const t = useTranslations('Market');
  const locale = useLocale();
  const ticker = useLiveTicker(market);
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2 lg:flex-1 lg:items-center">
      {/* Its second line wraps under the price before the figures go below it. */}
      <div className="flex-[1_1_0] lg:flex-none">
        <Price
          className="font-strong text-[length:min(1.875rem,11vw)] leading-tight tracking-tight lg:text-title"
          decimals={decimals}
          locale={locale}
          value={ticker.price}
        />
        <div className="flex flex-wrap items-center gap-x-3">
          <Percent fraction={ticker.changeRate} locale={locale} />
          <FeedAge ticker={ticker} />
          {hasLink ? <CoinLink coin={market.base} /> : null}
        </div>
      </div>
      <dl className="ms-auto grid grid-cols-1 gap-0.5 text-micro lg:flex lg:flex-wrap lg:gap-x-4">
        <Figure label={t('high24')}>{formatPrice(ticker.high, { locale, decimals })}</Figure>
        <Figure label={t('low24')}>{formatPrice(ticker.low, { locale, decimals })}</Figure>
        <Figure label={t('volume24')}>
          {formatCompact(ticker.volume, locale)} {market.base}
        </Figure>
      </dl>
    </div>
  );
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex justify-end gap-2 lg:block">
      <dt className="text-ink-3">{label}</dt>
      <dd className="font-strong" suppressHydrationWarning>
        {children}
      </dd>
    </div>
  );
}
