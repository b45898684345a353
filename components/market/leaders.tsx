'use client';
import { useLocale, useTranslations } from 'next-intl';
import { CoinBadge } from '@/components/money/coin-badge';
import { formatCompact } from '@/components/money/format';
import { Percent } from '@/components/money/percent';
import { Price } from '@/components/money/price';
import { priceDecimals } from '@/components/money/price-decimals';
import { Card } from '@/components/ui/card';
import { Link } from '../ui/link';
import * as marketApi from '@/lib/api/market';
import type { Market } from '@/lib/dto/market';
import { useRead } from '@/lib/query/use-read';
import { useTickers } from '@/lib/stream/hooks';
import { marketPath } from './market-link';
import { goesWith, type Shown, sortMarkets, sortOf } from './market-sort';
import { useLiveTicker } from './use-live-market';

/** Markets of one card. */
const ROWS_MAX = 4;
const CARDS = [
  { of: 'gainers', label: 'gainers' },
  { of: 'losers', label: 'losers' },
  { of: 'volume', label: 'byVolume' },
] as const satisfies readonly { of: Shown; label: string }[];

/** Who gained, who lost and what was traded most, beside each other; nothing until the markets are known. */
export function Leaders() {
  const t = useTranslations('Market');
  const markets = useRead(marketApi.markets, {}).data?.markets;
  const tickers = useTickers();
  if (markets === undefined) return null;
  const bySymbol = new Map(markets.map((market) => [market.symbol, market]));
  const now = markets.map((market) => tickers?.get(market.symbol) ?? market);
  const leadersOf = (of: Shown) =>
    sortMarkets(
      now.filter((ticker) => goesWith(of, ticker)),
      sortOf(of),
    )
      .slice(0, ROWS_MAX)
      .flatMap(({ symbol }) => bySymbol.get(symbol) ?? []);
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(14rem,1fr))] gap-3 pt-4">
      {CARDS.map(({ of, label }) => {
        const leaders = leadersOf(of);
        return (
          <Card key={of}>
            <h2 className="pb-1 font-strong">{t(label)}</h2>
            {leaders.length === 0 ? <p className="text-ink-2 text-small">{t('noneOfKindText')}</p> : null}
            <ul>
              {leaders.map((market) => (
                <Leader key={market.symbol} market={market} withTurnover={of === 'volume'} />
              ))}
            </ul>
          </Card>
        );
      })}
    </div>
  );
}

function Leader({ market, withTurnover }: { market: Market; withTurnover: boolean }) {
  const locale = useLocale();
  const ticker = useLiveTicker(market);
  return (
    <li className="border-line border-b last:border-b-0">
      <Link className="flex min-h-13 items-center gap-2 py-1.5" href={marketPath(market.base)} prefetch={false}>
        <CoinBadge coin={market.base} size="small" />
        <b className="min-w-0 flex-1 truncate">{market.base}</b>
        <span className="text-end" suppressHydrationWarning>
          <Price className="block font-strong text-small" decimals={priceDecimals(market)} locale={locale} value={ticker.price} />
          {withTurnover ? (
            <span className="block text-ink-2 text-micro">
              {formatCompact(ticker.turnover, locale)} {market.quote}
            </span>
          ) : (
            <Percent fraction={ticker.changeRate} locale={locale} />
          )}
        </span>
      </Link>
    </li>
  );
}
