import type {
  ExitState,
  Mode,
  OrderSide,
  SpotOrderKind,
  SpotOrderStatus,
  SpotTicketKind,
  StopSide,
  TimeInForce,
} from '../../../lib/protocol/wire';
import type { OrderWire } from '../../../lib/protocol/spot';
import type { NumberedRequest } from '../../platform/idempotency';
import {
  type UserCommandBase,
  type ExitParams,
  NEVER_REPEATED,
  type OrderCore,
  type Outcome as OutcomeOf,
  type TakeOnCommand,
} from '../matching/matching';

export type PlaceInput = {
  market: string;
  side: OrderSide;
  kind: SpotTicketKind;
  /** null for a market order; of a pair the price of its limit order. */
  price: string | null;
  quantity: string;
  timeInForce: TimeInForce;
  /** Of a stop-limit order and of a pair; `stopLimit` only of a pair, whose `price` is the other order's. */
  stop?: string | undefined;
  stopLimit?: string | undefined;
  /** Exits of a limit or market purchase: all three or none. */
  takeProfit?: string | undefined;
  stopLoss?: string | undefined;
  stopLossLimit?: string | undefined;
  /** An order of the house: what rests of it needs no row and no hold until somebody else meets it, and what it meets of the house's is tape. */
  isHouse?: true | undefined;
  requestId: string;
};

/** `partner` is the stop order of a pair. */
export type PlaceAnswer = { id: string; state: SpotOrderStatus; filled: string; order: OrderWire; partner?: OrderWire };
export type CancelAnswer = { message: string; order: OrderWire };
/** `kept`: the place in the queue. */
export type AmendAnswer = { message: string; order: OrderWire; kept: boolean };

export type PlaceCommand = UserCommandBase & { kind: 'place'; input: PlaceInput };
export type CancelCommand = UserCommandBase & { kind: 'cancel'; orderId: number };
/** Changes price or total quantity of an order that rests or waits, its stop price or its exits; null: as it is. The two of a pair have one quantity. */
export type AmendCommand = UserCommandBase & { kind: 'amend'; orderId: number } & AmendParams;
export type AmendParams = { price: string | null; quantity: string | null; stop: string | null; exits?: ExitParams | undefined };
export type UserCommand = PlaceCommand | CancelCommand | AmendCommand;
/**
 * Work that a print or a fill made due, for an order of this process: `trigger` sends a stop to the book, `close` ends the rest of an entry
 * one of whose exits was reached, `exits` places the exits of a closed entry. It does nothing when that has happened already. `stop`: the stop
 * price (ticks) that was reached; a stop that has another one by now waits for that. `exits`: of an entry, those one of which was reached. `since`: from
 * when prints counted against what was reached (ms); where its owner changed it meanwhile, to the same price too, that print doesn't count.
 */
export type DueCommand = {
  kind: 'due';
  work: 'trigger' | 'close' | 'exits';
  market: string;
  mode: Mode;
  owner: number;
  orderId: number;
  stop?: number;
  exits?: { takeProfit: number | null; stop: number | null };
  since?: number;
};
export type Command = UserCommand | DueCommand | TakeOnCommand;
/** Returns the name by which the same work is known when it comes again. */
export function nameCommand(command: Command): string {
  if ('caller' in command) return `${command.kind} of ${command.owner}`;
  return `${command.kind === 'due' ? command.work : command.kind} ${command.orderId}`;
}

export type DueAnswer = { isDone: boolean };
export type Answer = PlaceAnswer | CancelAnswer | AmendAnswer | DueAnswer;
export type Outcome = OutcomeOf<Answer>;

/** One row of `spot_orders`; amounts in base units. */
export type OrderRow = OrderCore<SpotOrderKind, SpotOrderStatus> & {
  stop: string | null;
  stopSide: StopSide | null;
  /** Since when prints count against a stop price that was changed (ms); null: since it was placed. */
  stopSince: number | null;
  /** What it holds while it waits, in base units of what it gives away. */
  held: bigint;
  triggeredAt: number | null;
  /** Place in the queue of its price. */
  rank: number;
  partner: number | null;
  entry: number | null;
  takeProfit: string | null;
  stopLoss: string | null;
  stopLossLimit: string | null;
  exits: ExitState | null;
  /** Since when prints count against exits that were changed (ms); null: since it was placed. */
  exitsSince: number | null;
};

/** What an order without stop, pair and exits has there. */
export const PLAIN_ORDER = {
  stop: null,
  stopSide: null,
  stopSince: null,
  held: 0n,
  triggeredAt: null,
  partner: null,
  entry: null,
  takeProfit: null,
  stopLoss: null,
  stopLossLimit: null,
  exits: null,
  exitsSince: null,
} as const satisfies Partial<OrderRow>;

/** Returns the request that a command is, null where it is nobody's or is never repeated. */
export function requestOf(command: Command): NumberedRequest | null {
  if (!('caller' in command)) return null;
  const { kind, caller, requestId, inputHash } = command;
  if (requestId === NEVER_REPEATED) return null;
  return { userId: caller.userId, mode: caller.mode, call: `spot.${kind}`, requestId, inputHash };
}
