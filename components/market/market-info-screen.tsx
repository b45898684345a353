'use client';
import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { decimalsOf } from '@/components/money/format';
import { Button } from '@/components/ui/button';
import { SegmentedControl } from '@/components/ui/segmented-control';
import { Sheet } from '@/components/ui/sheet';
import type { Market, MarketRules } from '@/lib/dto/market';
import type { BookKind, OrderSide } from '@/lib/protocol/wire';
import { useAccountEvents } from '@/lib/stream/hooks';
import * as marketApi from '@/lib/api/market';
import { useRead } from '@/lib/query/use-read';
import { PriceHeader } from './price-header';
import { TradeKinds } from './trade-kinds';

type Props = {
  market: Market;
  rules: MarketRules;
  kind: BookKind;
  /** What a perpetual market has beside its price. */
  strip?: ReactNode;
  chart: ReactNode;
  book: ReactNode;
  trades: ReactNode;
  orders: ReactNode;
  buyTicket: ReactNode;
  sellTicket: ReactNode;
};

/** One market: price, candles, book and trades; two buttons open the ticket. The parts of other domains come as slots from the page. */
export function MarketInfoScreen({ market, rules, kind, strip, chart, book, trades, orders, buyTicket, sellTicket }: Props) {
  const t = useTranslations('Market');
  const perpetual = useTranslations('Perpetual');
  useAccountEvents();
  const { data } = useRead(marketApi.markets, {});
  const current = data?.markets.find((one) => one.symbol === market.symbol) ?? market;
  const [side, setSide] = useState<OrderSide | null>(null);
  const [tab, setTab] = useState<'book' | 'trades'>('book');
  const coin = market.base;
  return (
    <div className="grid grid-cols-1 gap-3 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-x-8">
      <div className="grid grid-cols-1 min-w-0 content-start gap-3">
        <TradeKinds base={coin} current={kind} />
        <PriceHeader decimals={decimalsOf(rules.tickSize)} market={current} />
        {strip}
        {chart}
        <div className="hidden lg:block">{orders}</div>
      </div>
      <div className="grid grid-cols-1 min-w-0 content-start gap-3">
        <SegmentedControl
          label={t('bookOrTrades')}
          onChange={setTab}
          options={[
            { value: 'book', label: t('book') },
            { value: 'trades', label: t('trades') },
          ]}
          value={tab}
        />
        {tab === 'book' ? book : trades}
        <div className="lg:hidden">{orders}</div>
      </div>
      <div className="sticky bottom-0 z-10 -mx-(--gutter) border-line border-t bg-surface-0 px-(--gutter) pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] lg:col-start-2 lg:mx-0 lg:border-0 lg:px-0">
        <div className="side-by-side gap-2.5">
          <Button onClick={() => setSide('buy')} variant="buy">
            {kind === 'spot' ? t('buy', { coin }) : perpetual('longCoin', { coin })}
          </Button>
          <Button onClick={() => setSide('sell')} variant="sell">
            {kind === 'spot' ? t('sell', { coin }) : perpetual('shortCoin', { coin })}
          </Button>
        </div>
      </div>
      <Sheet
        closeLabel={t('close')}
        isOpen={side !== null}
        onClose={() => setSide(null)}
        title={`${coin} / ${market.quote}${kind === 'spot' ? '' : ` · ${t('perpetual')}`}`}
      >
        {side === 'buy' ? buyTicket : sellTicket}
      </Sheet>
    </div>
  );
}
