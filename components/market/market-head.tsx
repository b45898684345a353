'use client';
import type { ReactNode } from 'react';
import { decimalsOf } from '@/components/money/format';
import type { Market, MarketRules } from '@/lib/dto/market';
import type { BookKind } from '@/lib/protocol/wire';
import * as marketApi from '@/lib/api/market';
import { useRead } from '@/lib/query/use-read';
import { PriceHeader } from './price-header';
import { TradeKinds } from './trade-kinds';

type Props = {
  market: Market;
  rules: Pick<MarketRules, 'tickSize'>;
  kind: BookKind;
  /** What a perpetual market has beside its price. */
  strip?: ReactNode;
};

/** The ways to trade a coin, its price and the figures of the day. */
export function MarketHead({ market, rules, kind, strip }: Props) {
  const { data } = useRead(marketApi.markets, {});
  const current = data?.markets.find((one) => one.symbol === market.symbol) ?? market;
  return (
    <>
      <TradeKinds base={market.base} current={kind} />
      <PriceHeader decimals={decimalsOf(rules.tickSize)} hasLink market={current} />
      {strip}
    </>
  );
}
