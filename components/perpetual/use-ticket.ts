'use client';
import { useEffect, useState } from 'react';
import { finishAmount } from '@/components/money/parse-amount';
import { useMemory } from '@/components/money/use-memory';
import type { Market } from '@/lib/dto/market';
import type { PerpetualMarketTerms } from '@/lib/dto/perpetual';
import type { OrderKind, PositionSide, TimeInForce } from '@/lib/protocol/wire';
import { addDecimals, compareDecimals } from '@/lib/rules/decimal';
import { useFeedState } from '@/lib/stream/hooks';
import * as perpetualApi from '@/lib/api/perpetual';
import { useRead } from '@/lib/query/use-read';
import { findPerpetualProblem } from './find-problem';
import { quantityForShare, quantityForValue, walkLevels } from './order-size';
import { leverageMaxOf, previewFills } from './perpetual.math';
import { type PerpetualIntent, useIndexTicker, useLiveMark, usePerpetualBook } from './use-perpetual';

export const LEVERAGE_START = 10;
/** Of what was remembered nothing above is taken; the market's own limit says the rest. */
const LEVERAGE_MAX = 125;

/** The leverage as it was chosen the last time in this market; the browser's own copy is read once the page has been taken over. */
function useLeverage(symbol: string): [number, (leverage: number) => void] {
  const [leverage, setLeverage] = useState(LEVERAGE_START);
  const memory = useMemory(`leverage.${symbol}`);
  useEffect(() => {
    const kept = Number(memory.read());
    if (Number.isInteger(kept) && kept >= 1 && kept <= LEVERAGE_MAX) setLeverage(kept);
  }, [memory]);
  return [
    leverage,
    (next) => {
      setLeverage(next);
      memory.write(String(next));
    },
  ];
}

/** Everything that is typed into the ticket. */
function useTyped(startSide: PositionSide, startPrice: string, symbol: string) {
  const [side, setSide] = useState<PositionSide>(startSide);
  const [kind, setKind] = useState<OrderKind>('market');
  const [price, setPrice] = useState(startPrice);
  const [amount, setAmount] = useState('');
  const [unit, setUnit] = useState<'base' | 'quote'>('base');
  const [leverage, setLeverage] = useLeverage(symbol);
  const [timeInForce, setTimeInForce] = useState<TimeInForce>('GTC');
  const [isReduceOnly, setReduceOnly] = useState(false);
  const [hasTriggers, setTriggers] = useState(false);
  const [takeProfit, setTakeProfit] = useState('');
  const [stopLoss, setStopLoss] = useState('');
  return {
    ...{ side, setSide, kind, setKind, price, setPrice, amount, setAmount, unit, setUnit, leverage, setLeverage },
    ...{ timeInForce, setTimeInForce, isReduceOnly, setReduceOnly, hasTriggers, setTriggers },
    ...{ takeProfit, setTakeProfit, stopLoss, setStopLoss },
  };
}

/** Everything the ticket shows, from what was typed, the live book, the position and what is available. All arithmetic is lib/rules. */
export function usePerpetualTicket({ market, terms, startSide }: { market: Market; terms: PerpetualMarketTerms; startSide: PositionSide }) {
  const typed = useTyped(startSide, market.price, market.symbol);
  const { side, kind, unit, isReduceOnly } = typed;
  // What was chosen once may be more than the market offers by now.
  const leverage = Math.min(typed.leverage, leverageMaxOf(terms));
  const ticker = useIndexTicker(market);
  const feed = useFeedState(ticker);
  const book = usePerpetualBook(market.symbol);
  const mark = useLiveMark(market.symbol);
  const open = useRead(perpetualApi.perpetualOpen, { symbol: market.symbol }).data;
  const position = open?.positions.find((one) => one.symbol === market.symbol) ?? null;
  const markPrice = mark?.markPrice ?? ticker.price;

  const levels = (side === 'long' ? book?.asks : book?.bids) ?? [];
  const opposite = levels[0]?.[0] ?? null;
  const own = (side === 'long' ? book?.bids[0]?.[0] : book?.asks[0]?.[0]) ?? null;
  const isMarket = kind === 'market';
  const price = isMarket ? null : finishAmount(typed.price);
  const at = isMarket ? opposite : price;
  const amount = finishAmount(typed.amount);
  const quantity = amount === null || unit === 'base' ? amount : quantityForValue({ value: amount, price: at, stepSize: terms.stepSize });
  const isComplete = quantity !== null && compareDecimals(quantity, '0') > 0 && (isMarket || price !== null);
  const triggers = {
    takeProfit: typed.hasTriggers && !isReduceOnly ? finishAmount(typed.takeProfit) : null,
    stopLoss: typed.hasTriggers && !isReduceOnly ? finishAmount(typed.stopLoss) : null,
  };

  const order = price === null || opposite === null ? null : compareDecimals(price, opposite);
  const takes = isMarket || typed.timeInForce === 'IOC' || typed.timeInForce === 'FOK' || isCrossing(side, order);
  const liquidity = takes && typed.timeInForce !== 'POST_ONLY' ? ('taker' as const) : ('maker' as const);
  const parts = !isComplete ? [] : price === null ? walkLevels(levels, quantity) : [{ price, quantity }];
  const preview = parts.length === 0 ? null : previewFills({ terms, position, side, parts, leverage, liquidity, markPrice });
  const found = parts.reduce((sum, part) => addDecimals(sum, part.quantity), '0');
  // What the book holds of a market order, where that is less than all of it.
  const thin = isMarket && isComplete && parts.length > 0 && compareDecimals(found, quantity) < 0 ? found : null;
  const available = open?.available ?? null;

  const problem = !isComplete
    ? null
    : findPerpetualProblem({
        ...{ terms, position, side, price, quantity, leverage, isReduceOnly, opposite, markPrice, available, preview },
        ...triggers,
        isPostOnly: !isMarket && typed.timeInForce === 'POST_ONLY',
        indexPrice: ticker.price,
      });
  const intent: PerpetualIntent | null =
    !isComplete || problem !== null
      ? null
      : {
          symbol: market.symbol,
          ...{ side, kind, quantity, leverage },
          ...(price === null ? {} : { price, timeInForce: typed.timeInForce }),
          ...(isReduceOnly ? { isReduceOnly } : {}),
          ...(triggers.takeProfit === null ? {} : { takeProfit: triggers.takeProfit }),
          ...(triggers.stopLoss === null ? {} : { stopLoss: triggers.stopLoss }),
        };

  function fillPercent(percent: number) {
    if (available === null) return;
    const next = quantityForShare({ terms, position, side, isReduceOnly, isMarket, percent, price: at, available, leverage });
    if (next === null) return;
    typed.setUnit('base');
    typed.setAmount(next);
  }
  return {
    ...typed,
    leverage,
    ticker,
    feed,
    markPrice,
    position,
    available,
    opposite,
    own,
    quantity,
    thin,
    liquidity,
    preview,
    problem,
    intent,
    fillPercent,
  };
}

function isCrossing(side: PositionSide, order: -1 | 0 | 1 | null): boolean {
  if (order === null) return false;
  return side === 'long' ? order >= 0 : order <= 0;
}

export type PerpetualTicketState = ReturnType<typeof usePerpetualTicket>;
