import type { ChangedPositionWire, PerpetualOrderWire } from '../../../lib/protocol/perpetual';
import type { Mode, OrderKind, OrderSide, OrderStatus, PerpetualOrigin, TimeInForce } from '../../../lib/protocol/wire';
import type { UserCommandBase, ExitParams, OrderCore, Outcome as OutcomeOf, TakeOnCommand } from '../matching/matching';
import type { Mark } from './perpetual.mark';
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
  /** An order of the house's own that is written when it meets somebody else. */
  isHouse?: true;
  requestId: string;
};

export type PlaceAnswer = { id: string; state: OrderStatus; position: ChangedPositionWire | null; order: PerpetualOrderWire };
/** `orders` are all of them where a closing took several; `open` is what is left to close of what was asked for (a decimal). */
export type OrderAnswer = { message: string; order: PerpetualOrderWire; orders?: PerpetualOrderWire[]; open?: string };
/** `kept`: the place in the queue. */
export type AmendAnswer = { message: string; order: PerpetualOrderWire; kept: boolean };
export type PositionAnswer = { position: ChangedPositionWire };

/** `isLimited`: consent, test, breaks and limits of its owner are asked. */
export type PlaceCommand = UserCommandBase & { kind: 'place'; input: PlaceInput; isLimited: boolean };
export type CancelCommand = UserCommandBase & { kind: 'cancel'; orderId: number };
/** Changes price, total quantity or triggers of a resting order; null: as it is. */
export type AmendCommand = UserCommandBase & {
  kind: 'amend';
  orderId: number;
  price: string | null;
  quantity: string | null;
  exits?: Pick<ExitParams, 'takeProfit' | 'stopLoss'> | undefined;
};
/** Closes a position at the market; `quantity` null: all of it. */
export type CloseCommand = UserCommandBase & { kind: 'close'; positionId: number; quantity: string | null };
/** Adds margin, or takes it out when `amount` (USDT units) is negative. */
export type MarginCommand = UserCommandBase & { kind: 'margin'; positionId: number; amount: bigint };
export type LeverageCommand = UserCommandBase & { kind: 'leverage'; positionId: number; leverage: number };
export type TriggersCommand = UserCommandBase & {
  kind: 'triggers';
  positionId: number;
  takeProfit: string | null;
  stopLoss: string | null;
};
export type UserCommand = PlaceCommand | CancelCommand | AmendCommand | CloseCommand | MarginCommand | LeverageCommand | TriggersCommand;

type OfBook = { market: string; mode: Mode };
/** What a mark price set off. It has no request number: it is due or not by what the position is when its turn comes. */
export type DueCommand = OfBook & {
  kind: 'due';
  owner: number;
  trigger: TriggerKind;
  mark: Mark;
  /** A liquidation that goes on: it was beyond the insurance fund when it began, so the other side bears the rest of it too. */
  isBeyondFund?: boolean;
};
/** Goes on with taking out an owner's reductions of a position that is no more. */
export type SweepCommand = OfBook & { kind: 'sweep'; owner: number };
/** Sells what the insurance fund took over, at the mark price or close to it. */
export type UnwindCommand = OfBook & { kind: 'unwind'; mark: Mark };
/** Works through the next chunk of the funding time that is due or under way; `done` when nothing is left of it. */
export type FundingCommand = OfBook & { kind: 'funding' };
/** Ends the resting orders that breaks and tighter limits of their owners left: every batch of a book does so first. */
export type EndOrdersCommand = OfBook & { kind: 'end-orders' };
/** What nobody waits for and nothing may drop: it moves risk. */
export type RiskCommand = DueCommand | SweepCommand | UnwindCommand;
export type Command = UserCommand | RiskCommand | TakeOnCommand | FundingCommand | EndOrdersCommand;

/** Returns the name by which the same work is known when it comes again. */
export function nameCommand(command: Command): string {
  if ('caller' in command) return `${command.kind} of ${command.owner}`;
  if (command.kind === 'take-on') return `${command.kind} ${command.orderId}`;
  const owner = 'owner' in command ? command.owner : '';
  return [command.kind, command.market, command.mode, owner, command.kind === 'due' ? command.trigger : ''].join(' ');
}

/** `done` answers the commands that nobody waits for: whether they had an effect. `isBlocked`: it is due, but nobody can take the other side. */
export type DoneAnswer = { done: boolean; isBlocked?: boolean };
export type Answer = PlaceAnswer | OrderAnswer | AmendAnswer | PositionAnswer | DoneAnswer;
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

/** An order that met more than one transaction settles and goes on in the next. `amendment`: by which it queued up anew, null where it is new. */
export type TakingOrder = OrderRow & { amendment: number | null };

/**
 * An order of the house that rests in its book: nobody is owed anything for it, so the database knows neither it nor what it would hold (`held`,
 * USDT units) before it trades. It ends with the process; whoever quotes places it anew.
 */
export type Quote = Readonly<{ id: number; owner: number; held: bigint; row: OrderRow }>;
