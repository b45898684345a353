'use client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { finishAmount } from '@/components/money/parse-amount';
import type { Market, MarketRules } from '@/lib/dto/market';
import type { OrderKind, OrderSide, TimeInForce } from '@/lib/protocol/wire';
import { balancesQuery } from '@/lib/query/queries';
import { compareDecimals } from '@/lib/rules/decimal';
import { findOrderProblem, type SpotProblem } from '@/lib/rules/spot';
import { useFeedState } from '@/lib/stream/hooks';
import { previewLimit, previewMarket, quantityForPercent, wouldTake } from './ticket.math';
import { useLiveBook, useMarketTicker } from './use-live-book';
import type { OrderIntent } from './use-place-order';

export type TicketProblem =
  | SpotProblem
  | {
      code: 'INSUFFICIENT_BALANCE' | 'ORDER_WOULD_TAKE' | 'ORDER_NO_LIQUIDITY';
      field: 'price' | 'quantity';
      params: Record<string, string>;
    };

/** Everything a ticket shows, from what was typed, the live book and what is available. All arithmetic is lib/rules. */
export function useTicket({ market, rules, startSide }: { market: Market; rules: MarketRules; startSide: OrderSide }) {
  const [side, setSide] = useState<OrderSide>(startSide);
  const [kind, setKind] = useState<OrderKind>('limit');
  const [price, setPrice] = useState(market.price);
  const [quantity, setQuantity] = useState('');
  const [timeInForce, setTimeInForce] = useState<TimeInForce>('GTC');
  const ticker = useMarketTicker(market);
  const feed = useFeedState(ticker);
  const { book } = useLiveBook(market.symbol);
  const balances = useQuery(balancesQuery()).data?.balances;

  const spends = side === 'buy' ? rules.quote : rules.base;
  const available = balances === undefined ? null : (balances.find((balance) => balance.asset === spends)?.available ?? '0');
  const bestBid = book?.bids[0]?.[0] ?? null;
  const bestAsk = book?.asks[0]?.[0] ?? null;
  const opposite = side === 'buy' ? bestAsk : bestBid;
  const isMarket = kind === 'market';
  const finalPrice = isMarket ? null : finishAmount(price);
  const finalQuantity = finishAmount(quantity);
  const isComplete = finalQuantity !== null && (isMarket || finalPrice !== null);

  const preview = !isComplete
    ? null
    : isMarket
      ? previewMarket({ rules, side, quantity: finalQuantity, levels: (side === 'buy' ? book?.asks : book?.bids) ?? [] })
      : previewLimit({ rules, side, price: finalPrice ?? '', quantity: finalQuantity, best: opposite, timeInForce });

  function findProblem(): TicketProblem | null {
    if (!isComplete) return null;
    const problem = findOrderProblem({ rules, price: finalPrice, quantity: finalQuantity, indexPrice: ticker.price });
    if (problem !== null) return problem;
    if (isMarket && opposite === null && book !== undefined) return { code: 'ORDER_NO_LIQUIDITY', field: 'quantity', params: {} };
    if (timeInForce === 'POST_ONLY' && finalPrice !== null && wouldTake(side, finalPrice, opposite))
      return { code: 'ORDER_WOULD_TAKE', field: 'price', params: {} };
    const needs = side === 'buy' ? preview?.orderValue : finalQuantity;
    if (available !== null && needs !== undefined && compareDecimals(needs, available) > 0)
      return { code: 'INSUFFICIENT_BALANCE', field: 'quantity', params: {} };
    return null;
  }

  function fillPercent(percent: number) {
    if (available === null) return;
    const at = isMarket ? opposite : finalPrice;
    const next = quantityForPercent({ rules, side, isMarket, percent, price: at, available });
    if (next !== null) setQuantity(next);
  }
  const problem = findProblem();
  const intent: OrderIntent | null =
    !isComplete || problem !== null
      ? null
      : isMarket
        ? { symbol: market.symbol, side, kind, quantity: finalQuantity }
        : { symbol: market.symbol, side, kind, price: finalPrice ?? '', quantity: finalQuantity, timeInForce };

  return {
    side,
    setSide,
    kind,
    setKind,
    price,
    setPrice,
    quantity,
    setQuantity,
    timeInForce,
    setTimeInForce,
    ticker,
    feed,
    bestBid,
    bestAsk,
    spends,
    available,
    preview,
    problem,
    intent,
    fillPercent,
  };
}
export type TicketState = ReturnType<typeof useTicket>;
