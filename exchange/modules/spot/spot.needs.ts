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
    // What is amended is read too, and its partner: the book doesn't know their totals.
    if (command.kind === 'amend') return [command.orderId, ...partnersOf(state, command.orderId)];
    return state.findAny(command.orderId) !== null ? [] : [command.orderId];
  });
  const orders = await findOrders(tx, SPOT_ORDERS, [...new Set(ids)]);
  return new Map(orders.map((order) => [order.id, order]));
}

function partnersOf(state: SpotState, orderId: number): number[] {
  const stop = state.findStop(orderId)?.stop ?? state.findOrder(orderId)?.entry.stops.stopBeside(orderId);
  return stop === undefined || stop.partner === null ? [] : [stop.id === orderId ? stop.partner : stop.id];
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
  if (command.kind === 'amend') return walletOfAmended(state, command.orderId);
  const terms = state.terms.get(command.kind === 'place' ? command.input.market : command.market);
  if (terms === undefined) return [];
  const mode = command.kind === 'place' ? command.caller.mode : command.mode;
  const isBuy = command.kind === 'place' ? command.input.side === 'buy' : isPurchase(state, command.orderId);
  return [availableAddress(command.owner, mode, spendAsset(terms, isBuy))];
}

function walletOfAmended(state: SpotState, orderId: number): string[] {
  const found = state.findOrder(orderId) ?? state.findStop(orderId);
  if (found === null) return [];
  const { terms, mode } = found.entry;
  const { owner } = 'order' in found ? found.order : found.stop;
  const isBuy = 'order' in found ? found.order.isBid : found.stop.isBuy;
  return [availableAddress(owner, mode, spendAsset(terms, isBuy))];
}

function isPurchase(state: SpotState, orderId: number): boolean {
  return state.findTaking(orderId)?.taking.input.side === 'buy' || state.findStop(orderId)?.stop.isBuy === true;
}

/** How many order numbers a command may need: a trigger takes one for its place in the queue. */
export function countIds(command: Command): number {
  if (command.kind === 'place') return command.input.kind === 'oco' ? 2 : 1;
  if (command.kind === 'take-on') return 1;
  // A pair may be amended on both sides.
  return command.kind === 'due' || command.kind === 'amend' ? 2 : 0;
}
