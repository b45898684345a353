import type { ErrorCode } from '../../../lib/protocol/errors';
import type { Mode, OrderSide, TimeInForce } from '../../../lib/protocol/wire';
import { formatPrice } from './matching.terms';

/** What a row of every kind of order has. Amounts in base units, prices as decimals (null: of a market order), times in ms. */
export type OrderCore<Kind extends string, Status extends string> = {
  id: number;
  owner: number;
  mode: Mode;
  market: string;
  side: OrderSide;
  kind: Kind;
  timeInForce: TimeInForce;
  price: string | null;
  quantity: bigint;
  rested: bigint;
  filled: bigint;
  filledValue: bigint;
  fee: bigint;
  status: Status;
  reason: ErrorCode | null;
  /** The worst price (a decimal) of an order that goes on taking from the book in the next transaction; null of every other. */
  takingLimit: string | null;
  createdAt: number;
  updatedAt: number;
};

/**
 * The columns of `OrderCore` as the database gives them. Each kind of order reads them in one literal with its own: a start reads every open
 * order, and a part spread into a row would take as long again.
 */
export type OrderCoreRecord<Kind extends string, Status extends string> = Record<
  'id' | 'user_id' | 'market' | 'quantity' | 'rested' | 'filled' | 'filled_value' | 'fee',
  string
> & {
  mode: Mode;
  side: OrderSide;
  kind: Kind;
  time_in_force: TimeInForce;
  price: string | null;
  status: Status;
  reason: ErrorCode | null;
  taking_limit: string | null;
  created_at: Date;
  updated_at: Date;
};

/**
 * What a batch changed in one open order: amounts to add, and where the order stands now. `rank` is above zero when it came into the book only
 * now: it is its place in the queue.
 */
export type OrderChangeCore<Status extends string> = {
  id: number;
  owner: number;
  mode: Mode;
  filled: bigint;
  value: bigint;
  fee: bigint;
  rested: bigint;
  rank: number;
  status: Status;
  reason: ErrorCode | null;
  takingLimit: string | null;
  /** Price and quantity (base units) that its owner gave it; null: as they were. `waiting`: of one that waits for its stop price. */
  amended: { price: string; quantity: bigint; waiting?: AmendedStop; exits?: Exits | undefined } | null;
};

/** Exits of an order as decimals, null: none; a stop-loss of a spot order has a limit. */
export type Exits = { takeProfit: string | null; stopLoss: string | null; stopLossLimit: string | null };

/** Stop price, since when (ms) prints are counted against it, and what the order holds while it waits (base units). */
export type AmendedStop = { stop: string; since: number; held: bigint };

/** What a change adds and says that changes nothing yet. */
export const NO_CHANGE = { filled: 0n, value: 0n, fee: 0n, rested: 0n, rank: 0, reason: null, takingLimit: null, amended: null } as const;

/** Returns a price as it is written everywhere, from a database numeric that may be null. */
export function readPrice(price: string | null): string | null {
  return price === null ? null : formatPrice(price);
}

/** One fill from the side of one of its two orders; amounts in base units. */
export type FillCore = {
  id: string;
  price: string;
  quantity: bigint;
  value: bigint;
  fee: bigint;
  liquidity: 'maker' | 'taker';
  at: number;
};

/** The columns of `FillCore`: `fee` and `is_maker` are those of the side that is read. */
export type FillCoreRecord = Record<'id' | 'price' | 'quantity' | 'value' | 'fee', string> & { is_maker: boolean; created_at: Date };

/** Reads what every kind of fill has. Spread it last: a copy that grows afterwards takes ten times as long. */
export function readFillCore(row: FillCoreRecord): FillCore {
  return {
    id: row.id,
    price: formatPrice(row.price),
    quantity: BigInt(row.quantity),
    value: BigInt(row.value),
    fee: BigInt(row.fee),
    liquidity: row.is_maker ? 'maker' : 'taker',
    at: row.created_at.getTime(),
  };
}
