'use client';
import { useLocale, useTranslations } from 'next-intl';
import { decimalsOf, formatAge } from '@/components/money/format';
import { Percent } from '@/components/money/percent';
import { Price } from '@/components/money/price';
import { FreshnessDot } from '@/components/ui/freshness-dot';
import { Icon } from '@/components/ui/icon';
import { Link } from '../ui/link';
import type { Market, MarketRules } from '@/lib/dto/market';
import { useFeedAge } from '@/lib/stream/hooks';
import { useMarketTicker } from './use-live-book';

/** The price of the market that the ticket trades, with its age and a way to the chart. */
export function SpotPrice({ market, rules }: { market: Market; rules: MarketRules }) {
  const t = useTranslations('Spot');
  const money = useTranslations('Money');
  const locale = useLocale();
  const ticker = useMarketTicker(market);
  const { state, ageMs } = useFeedAge(ticker);
  const age = ageMs === null ? '' : formatAge(ageMs, locale);
  return (
    <div className="two-ends items-center">
      <div>
        <Price className="font-strong text-title" decimals={decimalsOf(rules.tickSize)} locale={locale} value={ticker.price} />
        <div className="flex flex-wrap items-center gap-x-3">
          <Percent fraction={ticker.changeRate} locale={locale} />
          <FreshnessDot
            label={state === 'fresh' ? age || t('live') : state === 'halted' ? money('halted') : t('delayed', { age })}
            state={state}
          />
        </div>
      </div>
      <Link className="inline-flex min-h-11 items-center gap-1.5 text-accent text-small" href={`/marketInfo?coin=${market.base}&type=spot`}>
        <Icon name="market" size={18} />
        {t('chart')}
      </Link>
    </div>
  );
}
