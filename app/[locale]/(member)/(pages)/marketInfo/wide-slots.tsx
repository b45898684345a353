import { LazyCandleChart } from '@/components/chart/lazy-chart';
import type { WideParts } from '@/components/layout/trade-panes';
import { LazyMarketHead, LazyMarkets } from '@/components/market/lazy-parts';
import { decimalsOf } from '@/components/money/format';
import { LazyBookPane, LazyLastTrades } from '@/components/spot/lazy-parts';
import type { Market, MarketRules } from '@/lib/dto/market';
import type { BookKind } from '@/lib/protocol/wire';
import type { ReactNode } from 'react';

type Input = {
  market: Market;
  path: '/marketInfo' | '/spotorder' | '/perpetualorder';
  kind: BookKind;
  rules: MarketRules;
  /** What a perpetual market has beside its price. */
  strip?: ReactNode;
};

/** Returns what a trading page shows on wide windows beside what a phone has; each part loads its code when it is first seen. */
export function getWideSlots({ market, path, kind, rules, strip }: Input): WideParts {
  const { symbol } = market;
  const suffix = path === '/marketInfo' && kind === 'perpetual' ? '&type=perpetual' : '';
  return {
    markets: <LazyMarkets path={path} suffix={suffix} symbol={symbol} />,
    book: <LazyBookPane key={symbol} kind={kind} rules={rules} />,
    tape: <LazyLastTrades key={symbol} kind={kind} rules={rules} />,
    ...(path === '/marketInfo'
      ? {}
      : {
          head: <LazyMarketHead kind={kind} market={market} rules={rules} strip={strip} />,
          chart: <LazyCandleChart decimals={decimalsOf(rules.tickSize)} key={symbol} kind={kind} symbol={symbol} />,
        }),
  };
}
