'use client';
import { useState } from 'react';
import type { Market, MarketRules } from '@/lib/dto/market';
import type { OrderSide } from '@/lib/protocol/wire';
import { useAccountEvents } from '@/lib/stream/hooks';
import { OrderBook } from './order-book';
import { OrdersPanel } from './orders-panel';
import { SpotPrice } from './spot-price';
import { SpotTicket } from './ticket';

const BOOK_LEVELS = 5;

/** Ticket with the live book above (beside it on a wide screen), then open orders and history. A tap on the book fills the price. */
export function SpotScreen({
  market,
  rules,
  startSide,
  features,
}: {
  market: Market;
  rules: MarketRules;
  startSide: OrderSide;
  features: readonly string[];
}) {
  const hasExport = features.includes('fills');
  useAccountEvents();
  const [picked, setPicked] = useState<{ price: string; at: number } | null>(null);
  const pick = (price: string) => setPicked((last) => ({ price, at: (last?.at ?? 0) + 1 }));
  return (
    <div className="grid grid-cols-1 gap-4 lg:grid-cols-2 lg:gap-x-10">
      <div className="grid grid-cols-1 content-start gap-3">
        <SpotPrice market={market} rules={rules} />
        <OrderBook levels={BOOK_LEVELS} onPick={pick} rules={rules} />
        <div className="hidden pt-4 lg:block">
          <OrdersPanel hasExport={hasExport} symbol={market.symbol} />
        </div>
      </div>
      <SpotTicket hasStops={features.includes('stop-orders')} market={market} picked={picked} rules={rules} startSide={startSide} />
      <div className="lg:hidden">
        <OrdersPanel hasExport={hasExport} symbol={market.symbol} />
      </div>
    </div>
  );
}
