import { ERRORS } from '../../../lib/protocol/errors';
import type { Mode, OrderKind, OrderSide, TimeInForce } from '../../../lib/protocol/wire';
import { DomainError } from '../../platform/domain-error';
import type { QuoteTerms } from './liquidity.math';

export type Caller = { userId: string; mode: Mode };
type OrderInput = {
  market: string;
  side: OrderSide;
  kind: OrderKind;
  price: string | null;
  quantity: string;
  timeInForce: TimeInForce;
  isHouse: true;
  requestId: string;
};
/** The part of an order on the wire of either kind that tells how much of it rests where. */
type OpenOrder = { id: string; type: 'buy' | 'sell' | 'long' | 'short'; price: string | null; num: string; filled: string };
/** The ordinary door of one kind of trading, as everyone else uses it. */
export type TradingDoor = {
  placeOrder(caller: Caller, input: OrderInput): Promise<{ id: string; state: string; order: { filled: string } }>;
  cancelOrder(caller: Caller, input: { orderId: string; requestId: string }): Promise<unknown>;
  listOpenOrders(caller: Caller, market: string): Promise<OpenOrder[]>;
  /** Removes own cancelled orders of which nothing was filled. */
  forgetUnfilled(caller: Caller, ids: readonly string[]): Promise<void>;
  onTouch(listener: (market: string, mode: Mode) => void | Promise<void>): () => void;
  /** Whether this process writes a market: quotes are up to the one that does. */
  isHere(market: string): boolean;
  /** What stands for a book as long as it is the same one: another after it was built anew from the database, which knows no quotes. */
  findBook(market: string, mode: Mode): object | undefined;
};
export type LiquidityMarkets = {
  getIndex(market: string): { price: string; state: string } | null;
  listMarkets(): readonly QuoteTerms[];
  /** What changes hands in the market that the index is of; null: nobody knows. */
  getActivity(market: string): Activity | null;
};
/** `volume` is of the minute that began at `minute` (ms) so far, in base; `turnover` of the last 24 h, in USDT. */
export type Activity = { minute: number; volume: string; turnover: string };

/** The market has no writer here, so nothing is known of the order. */
export const BUSY = 'busy';

/** A refused quote is no fault: inventory runs low, a fill came first, or the feed is late. It quotes less, until the next check. */
export function ignoreRejection<T>(answer: Promise<T>): Promise<T | typeof BUSY | null> {
  return answer.catch((error: unknown) => {
    if (error instanceof DomainError) return ERRORS[error.code].retry === 'same-request' ? BUSY : null;
    throw error;
  });
}
