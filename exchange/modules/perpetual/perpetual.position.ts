import type { PerpetualOrigin, PositionSide } from '../../../lib/protocol/wire';
import { type OpenPosition, splitPosition } from '../../../lib/rules/perpetual';
import { larger } from './perpetual.bounds';

/** One net position of a user in one market and mode. Never changed in place: every change is a new one with the same `identity`. */
export type Position = Readonly<
  OpenPosition & {
    /** `id` is given by the database when the position is first written. */
    identity: { id: number | null };
    owner: number;
    leverage: number;
    /** Version of the terms whose tiers and liquidation fee it goes by: in force when it was opened, last made larger or given more leverage. */
    termsVersion: number;
    /** Price units, or null. */
    takeProfit: bigint | null;
    stopLoss: bigint | null;
    /** Profit of what was closed so far, before fees; may be negative. */
    realized: bigint;
    fees: bigint;
    /** Funding received; below zero: paid. */
    funding: bigint;
    /** The last funding time (ms) in which it has had its turn, or before which it wasn't there; 0 when there was none. */
    fundedThrough: number;
    openedQuantity: bigint;
    openedCost: bigint;
    closedQuantity: bigint;
    closedValue: bigint;
    marginMost: bigint;
    openedAt: number;
    updatedAt: number;
    closedAt: number | null;
    closeOrigin: PerpetualOrigin | null;
  }
>;

/** Returns the side of an order that makes a position of this side larger. */
export function openingSide(side: PositionSide): 'buy' | 'sell' {
  return side === 'long' ? 'buy' : 'sell';
}

/** Closes a part (or all) of a position. Returns the position afterwards, the profit realised and the margin set free, all in USDT units. */
export function reducePosition(
  position: Position,
  part: { quantity: bigint; value: bigint; fee: bigint; at: number; origin: PerpetualOrigin },
): { position: Position; realized: bigint; margin: bigint } {
  const { quantity, value, fee, at, origin } = part;
  const { cost, margin } = splitPosition(position, quantity);
  const realized = position.side === 'long' ? value - cost : cost - value;
  const isClosed = quantity === position.quantity;
  return {
    realized,
    margin,
    position: {
      ...position,
      quantity: position.quantity - quantity,
      cost: position.cost - cost,
      margin: position.margin - margin,
      realized: position.realized + realized,
      fees: position.fees + fee,
      closedQuantity: position.closedQuantity + quantity,
      closedValue: position.closedValue + value,
      updatedAt: at,
      closedAt: isClosed ? at : null,
      closeOrigin: isClosed ? origin : null,
    },
  };
}

/** Opens a position or makes it larger, all of it then under the terms of the part; `position` is of the same side, or null. */
export function enlargePosition(
  position: Position | null,
  part: {
    owner: number;
    side: PositionSide;
    quantity: bigint;
    value: bigint;
    margin: bigint;
    fee: bigint;
    leverage: number;
    termsVersion: number;
    takeProfit: bigint | null;
    stopLoss: bigint | null;
    at: number;
  },
): Position {
  const { owner, side, quantity, value, fee, leverage, termsVersion, takeProfit, stopLoss, at } = part;
  const margin = (position?.margin ?? 0n) + part.margin;
  return {
    identity: position?.identity ?? { id: null },
    owner,
    side,
    quantity: (position?.quantity ?? 0n) + quantity,
    cost: (position?.cost ?? 0n) + value,
    margin,
    leverage,
    termsVersion,
    takeProfit: takeProfit ?? position?.takeProfit ?? null,
    stopLoss: stopLoss ?? position?.stopLoss ?? null,
    realized: position?.realized ?? 0n,
    fees: (position?.fees ?? 0n) + fee,
    funding: position?.funding ?? 0n,
    fundedThrough: position?.fundedThrough ?? 0,
    openedQuantity: (position?.openedQuantity ?? 0n) + quantity,
    openedCost: (position?.openedCost ?? 0n) + value,
    closedQuantity: position?.closedQuantity ?? 0n,
    closedValue: position?.closedValue ?? 0n,
    marginMost: larger(position?.marginMost ?? 0n, margin),
    openedAt: position?.openedAt ?? at,
    updatedAt: at,
    closedAt: null,
    closeOrigin: null,
  };
}
