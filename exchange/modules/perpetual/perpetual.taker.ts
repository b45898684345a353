import type { OrderSide, PerpetualOrigin } from '../../../lib/protocol/wire';
import type { MatchEnd } from '../matching/matching';

/** An order as it takes from the book, whoever sent it. `markPrice` in price units. */
export type Taker = {
  id: number;
  owner: number;
  side: OrderSide;
  leverage: number;
  takeProfit: bigint | null;
  stopLoss: bigint | null;
  origin: PerpetualOrigin;
  isFund: boolean;
  markPrice: bigint;
  /** The house's own order: what it meets of the house's quotes goes on the tape, and nobody's money moves. */
  isHouse?: boolean;
};
/**
 * `available` is the change of what the taker may spend; `credit` what closing gave back before the fee of the exchange's own; `staked` the
 * initial margin put up; `taped` is the part of quantity and value that the house traded with itself.
 */
export type Taken = Sums & { end: MatchEnd };
export type Sums = {
  quantity: bigint;
  value: bigint;
  fee: bigint;
  realized: bigint;
  available: bigint;
  credit: bigint;
  staked: bigint;
  taped: { quantity: bigint; value: bigint };
};
