import type { Mode, OrderKind, OrderSide, OrderStatus, TimeInForce } from '../../../lib/protocol/wire';
import type { ErrorCode } from '../../../lib/protocol/errors';
import type { OrderWire } from '../../../lib/protocol/spot';

/** Who asks, as the session says. */
export type Caller = { userId: string; mode: Mode };

export type PlaceInput = {
  market: string;
  side: OrderSide;
  kind: OrderKind;
  /** null for a market order. */
  price: string | null;
  quantity: string;
  timeInForce: TimeInForce;
  requestId: string;
};

export type PlaceAnswer = { id: string; state: OrderStatus; filled: string; order: OrderWire };
export type CancelAnswer = { message: string; order: OrderWire };

type Common = { caller: Caller; owner: number; requestId: string; inputHash: string };
export type PlaceCommand = Common & { kind: 'place'; input: PlaceInput };
export type CancelCommand = Common & { kind: 'cancel'; orderId: number };
export type Command = PlaceCommand | CancelCommand;

/** How one command of a batch ended. `later` means that it wasn't looked at and goes back to the queue. */
export type Outcome =
  | { kind: 'answer'; answer: PlaceAnswer | CancelAnswer }
  | { kind: 'refusal'; code: ErrorCode; params?: Record<string, string> }
  | { kind: 'later' };

/** One row of `spot_orders`; amounts in base units. */
export type OrderRow = {
  id: number;
  owner: number;
  mode: Mode;
  market: string;
  side: OrderSide;
  kind: OrderKind;
  timeInForce: TimeInForce;
  price: string | null;
  quantity: bigint;
  rested: bigint;
  filled: bigint;
  filledValue: bigint;
  fee: bigint;
  status: OrderStatus;
  reason: ErrorCode | null;
  createdAt: number;
  updatedAt: number;
};
