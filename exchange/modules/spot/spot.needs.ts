import type { Tx } from '../../platform/db';
import { findOrders } from '../matching/matching';
import type { Command, OrderRow } from './spot.commands';
import { availableAddress, spendAsset } from './spot.postings';
import { SPOT_ORDERS } from './spot.repository';
import type { SpotState } from './spot.state';

/** Orders that commands name, as the database has them: those that rest in no book here (closed ones, another process's) and amended ones. */
export async function findElsewhere(tx: Tx, state: SpotState, commands: readonly Command[]): Promise<Map<number, OrderRow>> {
  const ids = commands.flatMap((command) => {
    if (command.kind === 'place' || command.kind === 'take-on') return [];
    // What is amended is read too: the book doesn't know its total.
    return command.kind !== 'amend' && state.findAny(command.orderId) !== null ? [] : [command.orderId];
  });
  const orders = await findOrders(tx, SPOT_ORDERS, [...new Set(ids)]);
  return new Map(orders.map((order) => [order.id, order]));
}

function marketOf(state: SpotState, command: Command): string | undefined {
  if (command.kind === 'place') return command.input.market;
  if (command.kind !== 'cancel' && command.kind !== 'amend') return command.market;
  return state.findAny(command.orderId)?.entry.terms.symbol;
}

/** Returns the leases that commands need, with their epochs. */
export function marketsOf(state: SpotState, commands: readonly Command[]): Map<string, string> {
  const epochs = new Map<string, string>();
  for (const command of commands) {
    const market = marketOf(state, command);
    const epoch = market === undefined ? undefined : state.epochs.get(market);
    if (market !== undefined && epoch !== undefined) epochs.set(market, epoch);
  }
  return epochs;
}

/** Balances that a command may spend: it has their turns when it decides, and locks no account before everything is decided. */
export function walletOf(state: SpotState, command: Command): string[] {
  if (command.kind === 'cancel') return [];
  if (command.kind === 'amend') return walletOfResting(state, command.orderId);
  const terms = state.terms.get(command.kind === 'place' ? command.input.market : command.market);
  if (terms === undefined) return [];
  const mode = command.kind === 'place' ? command.caller.mode : command.mode;
  const isBuy = command.kind === 'place' ? command.input.side === 'buy' : isPurchase(state, command.orderId);
  return [availableAddress(command.owner, mode, spendAsset(terms, isBuy))];
}

function walletOfResting(state: SpotState, orderId: number): string[] {
  const found = state.findOrder(orderId);
  if (found === null) return [];
  const { entry, order } = found;
  return [availableAddress(order.owner, entry.mode, spendAsset(entry.terms, order.isBid))];
}

function isPurchase(state: SpotState, orderId: number): boolean {
  return state.findTaking(orderId)?.taking.input.side === 'buy' || state.findStop(orderId)?.stop.isBuy === true;
}

/** How many order numbers a command may need: a trigger takes one for its place in the queue. */
export function countIds(command: Command): number {
  if (command.kind === 'place') return command.input.kind === 'oco' ? 2 : 1;
  if (command.kind === 'take-on' || command.kind === 'amend') return 1;
  return command.kind === 'due' ? 2 : 0;
}
