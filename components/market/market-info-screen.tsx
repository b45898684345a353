'use client';
import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { TradePanes, type WideParts } from '@/components/layout/trade-panes';
import { Button } from '@/components/ui/button';
import { SegmentedControl } from '@/components/ui/segmented-control';
import { Sheet } from '@/components/ui/sheet';
import type { Market, MarketRules } from '@/lib/dto/market';
import type { BookKind, OrderSide } from '@/lib/protocol/wire';
import { useAccountEvents } from '@/lib/stream/hooks';
import { MarketHead } from './market-head';

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
  wide: WideParts;
};

/** One market: price, candles, book and trades; two buttons open the ticket. The parts of other domains come as slots from the page. */
export function MarketInfoScreen({ market, rules, kind, strip, chart, book, trades, orders, buyTicket, sellTicket, wide }: Props) {
  const t = useTranslations('Market');
  const perpetual = useTranslations('Perpetual');
  useAccountEvents();
  const [side, setSide] = useState<OrderSide | null>(null);
  const [tab, setTab] = useState<'book' | 'trades'>('book');
  const coin = market.base;
  return (
    <>
      <TradePanes
        book={
          <>
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
          </>
        }
        chart={chart}
        foot={
          <div className="sticky bottom-0 z-10 -mx-(--gutter) border-line border-t bg-surface-0 px-(--gutter) pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:hidden">
            <div className="side-by-side gap-2.5">
              <Button onClick={() => setSide('buy')} variant="buy">
                {kind === 'spot' ? t('buy', { coin }) : perpetual('longCoin', { coin })}
              </Button>
              <Button onClick={() => setSide('sell')} variant="sell">
                {kind === 'spot' ? t('sell', { coin }) : perpetual('shortCoin', { coin })}
              </Button>
            </div>
          </div>
        }
        head={<MarketHead kind={kind} market={market} rules={rules} strip={strip} />}
        orders={orders}
        ticket={null}
        wide={wide}
      />
      <Sheet
        closeLabel={t('close')}
        isOpen={side !== null}
        onClose={() => setSide(null)}
        title={`${coin}\u00a0/\u00a0${market.quote}${kind === 'spot' ? '' : ` ${t('perpetual')}`}`}
      >
        {side === 'buy' ? buyTicket : sellTicket}
      </Sheet>
    </>
  );
}
