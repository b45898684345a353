'use client';
import { useEffect, useState } from 'react';
import { finishAmount } from '@/components/money/parse-amount';
import { percentOf } from '@/components/money/share';
import { useMemory } from '@/components/money/use-memory';
import type { Market, MarketRules } from '@/lib/dto/market';
import type { OrderSide } from '@/lib/protocol/wire';
import { multiplyDecimals, normaliseDecimal } from '@/lib/rules/decimal';
import { useFeedState } from '@/lib/stream/hooks';
import * as accountApi from '@/lib/api/account';
import { useRead } from '@/lib/query/use-read';
import { amountOfQuantity } from './ticket.amount';
import { quantityForPercent, worstOf } from './ticket.math';
import { readTicket, reckoningPrice, type Surroundings, type Typed } from './ticket.reading';
import { useLiveBook, useMarketTicker } from './use-live-book';

/** Everything a ticket shows, from what was typed, the live book and what is available. All arithmetic is lib/rules. */
export function useTicket({ market, rules, startSide }: { market: Market; rules: MarketRules; startSide: OrderSide }) {
  const [typed, setTyped] = useState<Typed>({
    side: startSide,
    kind: 'limit',
    price: market.price,
    amount: '',
    unit: 'base',
    timeInForce: 'GTC',
    stop: '',
    stopLimit: '',
    hasExits: false,
    takeProfit: '',
    stopLoss: '',
  });
  const set = (change: Partial<Typed>) => setTyped((before) => ({ ...before, ...change }));
  const ticker = useMarketTicker(market);
  const feed = useFeedState(ticker);
  const { book } = useLiveBook(market.symbol);
  const balances = useRead(accountApi.balances, {}).data?.balances;

  const memory = useMemory(`spot.${market.symbol}`);
  const [lastAmount, setLast] = useState<LastAmount | null>(null);
  useEffect(() => setLast(readLast(memory.read())), [memory]);

  const isBuy = typed.side === 'buy';
  const spends = isBuy ? rules.quote : rules.base;
  const available = balances === undefined ? null : (balances.find((balance) => balance.asset === spends)?.available ?? '0');
  const levels = book === undefined ? null : isBuy ? book.asks : book.bids;
  const around: Surroundings = { symbol: market.symbol, rules, indexPrice: ticker.price, levels, available };
  const reading = readTicket(typed, around);
  const reckoning = reckoningPrice(typed, around);

  function fillPercent(percent: number) {
    if (available === null) return;
    const next = quantityForPercent({ rules, side: typed.side, isMarket: typed.kind === 'market', percent, price: reckoning, available });
    if (next !== null) set({ amount: amountOfQuantity({ quantity: next, price: reckoning, unit: typed.unit }) });
  }
  function rememberAmount() {
    if (reading.quantity === null) return;
    const amount = finishAmount(typed.amount);
    if (amount !== null) memory.write(`${typed.unit} ${amount}`);
    if (amount !== null) setLast({ unit: typed.unit, amount });
  }
  function switchUnit() {
    const unit = typed.unit === 'base' ? 'quote' : 'base';
    const quantity = typed.unit === 'base' ? finishAmount(typed.amount) : reading.quantity;
    set({ unit, amount: quantity === null ? '' : amountOfQuantity({ quantity, price: reckoning, unit }) });
  }
  return {
    ...typed,
    ...reading,
    set,
    feed,
    ticker,
    bestBid: book?.bids[0]?.[0] ?? null,
    bestAsk: book?.asks[0]?.[0] ?? null,
    spends,
    available,
    percent: readPercent({ isBuy, quantity: reading.quantity, price: reckoning, available }),
    lastAmount,
    rememberAmount,
    worstPrice: typed.kind === 'market' && reading.quantity !== null ? worstOf(levels ?? [], reading.quantity) : null,
    canSwitchUnit: reckoning !== null,
    fillPercent,
    switchUnit,
  };
}
/** What an amount was the last time, in which coin it was typed. */
type LastAmount = Pick<Typed, 'unit' | 'amount'>;

function readLast(kept: string | null): LastAmount | null {
  const [unit, amount] = kept?.split(' ') ?? [];
  if ((unit !== 'base' && unit !== 'quote') || amount === undefined) return null;
  return normaliseDecimal(amount) === null ? null : { unit, amount };
}

type Shared = { isBuy: boolean; quantity: string | null; price: string | null; available: string | null };

/** Returns which share of what is available an order would take, in whole percent; null without a price or a balance. */
function readPercent({ isBuy, quantity, price, available }: Shared): number | null {
  if (available === null || (isBuy && price === null)) return null;
  const part = quantity === null ? '0' : isBuy && price !== null ? multiplyDecimals(quantity, price) : quantity;
  return percentOf({ part, whole: available });
}

export type TicketState = ReturnType<typeof useTicket>;
export type FieldsProps = { ticket: TicketState; rules: MarketRules; isBusy: boolean };
