import type { PerpetualOrderWire, PositionWire } from '../../../lib/protocol/perpetual';
import type { Mode, OrderKind, OrderSide, OrderStatus, PerpetualOrigin, TimeInForce } from '../../../lib/protocol/wire';
import type { Asked, OrderCore, Outcome as OutcomeOf } from '../matching/matching';
import type { Mark } from './perpetual.state';
import type { TriggerKind } from './perpetual.triggers';

export type PlaceInput = {
  market: string;
  side: OrderSide;
  kind: OrderKind;
  /** null for a market order. */
  price: string | null;
  quantity: string;
  timeInForce: TimeInForce;
  leverage: number;
  isReduceOnly: boolean;
  takeProfit: string | null;
  stopLoss: string | null;
  requestId: string;
};

export type PlaceAnswer = { id: string; state: OrderStatus; position: PositionWire | null; order: PerpetualOrderWire };
export type OrderAnswer = { message: string; order: PerpetualOrderWire };
export type PositionAnswer = { position: PositionWire };

/** `isGuarded`: consent, test, breaks and limits of its owner are asked. */
export type PlaceCommand = Asked & { kind: 'place'; input: PlaceInput; isGuarded: boolean };
export type CancelCommand = Asked & { kind: 'cancel'; orderId: number };
/** Closes a position at the market; `quantity` null: all of it. */
export type CloseCommand = Asked & { kind: 'close'; positionId: number; quantity: string | null };
/** Adds margin, or takes it out when `amount` (USDT units) is negative. */
export type MarginCommand = Asked & { kind: 'margin'; positionId: number; amount: bigint };
export type LeverageCommand = Asked & { kind: 'leverage'; positionId: number; leverage: number };
export type TriggersCommand = Asked & { kind: 'triggers'; positionId: number; takeProfit: string | null; stopLoss: string | null };
export type AskedCommand = PlaceCommand | CancelCommand | CloseCommand | MarginCommand | LeverageCommand | TriggersCommand;

type OfBook = { market: string; mode: Mode };
/** What a mark price set off. It has no request number: it is due or not by what the position is when its turn comes. */
export type DueCommand = OfBook & { kind: 'due'; owner: number; trigger: TriggerKind; mark: Mark };
/** Sells what the insurance fund took over, at the mark price or close to it. */
export type UnwindCommand = OfBook & { kind: 'unwind'; mark: Mark };
export type FundingCommand = OfBook & { kind: 'funding'; instant: number; mark: Mark; isLate: boolean };
export type Command = AskedCommand | DueCommand | UnwindCommand | FundingCommand;

/** `done` answers the commands that nobody waits for: whether they had an effect. */
export type Answer = PlaceAnswer | OrderAnswer | PositionAnswer | { done: boolean };
export type Outcome = OutcomeOf<Answer>;

/** One row of `perpetual_orders`; quantities and money in base units, prices as decimals. */
export type OrderRow = OrderCore<OrderKind, OrderStatus> & {
  realized: bigint;
  leverage: number;
  isReduceOnly: boolean;
  takeProfit: string | null;
  stopLoss: string | null;
  origin: PerpetualOrigin;
  mark: string | null;
};
