'use client';
import type { ReactNode } from 'react';
import { usePickedPrice } from '@/components/layout/picked-price';
import { TradePanes, type WideParts } from '@/components/layout/trade-panes';
import type { Market, MarketRules } from '@/lib/dto/market';
import type { OrderSide } from '@/lib/protocol/wire';
import { useAccountEvents } from '@/lib/stream/hooks';
import { OrderBook } from './order-book';
import { OrdersPanel } from './orders-panel';
import { SpotPrice } from './spot-price';
import { SpotTicket } from './ticket';

const BOOK_LEVELS = 5;

/** Ticket with the live book above, then open orders and history; a terminal on a wide screen. A tap on the book fills the price. */
export function SpotScreen({
  market,
  rules,
  startSide,
  features,
  wide,
  kinds,
}: {
  market: Market;
  rules: MarketRules;
  startSide: OrderSide;
  features: readonly string[];
  wide: WideParts;
  /** The ways to trade this coin, a slot of the market domain. */
  kinds: ReactNode;
}) {
  useAccountEvents();
  return (
    <TradePanes
      book={<PickBook rules={rules} />}
      chart={null}
      head={
        <>
          {kinds}
          <SpotPrice market={market} rules={rules} />
        </>
      }
      orders={<OrdersPanel symbol={market.symbol} />}
      ticket={<SpotTicket hasStops={features.includes('stop-orders')} market={market} rules={rules} startSide={startSide} />}
      wide={wide}
    />
  );
}

function PickBook({ rules }: { rules: MarketRules }) {
  const { pick } = usePickedPrice();
  return <OrderBook levels={BOOK_LEVELS} onPick={pick} rules={rules} />;
}
