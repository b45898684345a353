import type { ErrorCode } from '../../../lib/protocol/errors';
import type { Tx } from '../../platform/db';
import { ELSEWHERE, findOrders } from '../matching/matching';
import type { Command, OrderRow, Outcome } from './perpetual.commands';
import { findOpenPositions, type PositionPlace } from './perpetual.positions.repository';
import { PERPETUAL_ORDERS } from './perpetual.repository';

/** Orders and open positions that commands name, as the database has them. */
export type Elsewhere = { orders: ReadonlyMap<number, OrderRow>; positions: ReadonlyMap<number, PositionPlace> };

/**
 * What is cancelled or amended is looked up in the database too: an order may be closed, another process's, or gone by the time its turn comes,
 * and the book doesn't know its total. And so are
 * positions that are in no book of this process.
 */
export async function findElsewhere(tx: Tx, commands: readonly Command[], isHere: (command: Command) => boolean): Promise<Elsewhere> {
  const orderIds = commands.flatMap((command) => (command.kind === 'cancel' || command.kind === 'amend' ? [command.orderId] : []));
  const positionIds = commands.flatMap((command) =>
    'positionId' in command && 'caller' in command && !isHere(command) ? [command.positionId] : [],
  );
  const [orders, positions] = await Promise.all([
    findOrders(tx, PERPETUAL_ORDERS, [...new Set(orderIds)]),
    findOpenPositions(tx, [...new Set(positionIds)]),
  ]);
  return { orders: new Map(orders.map((order) => [order.id, order])), positions };
}

/**
 * Returns why a command without a book in this process is refused. What is open in the database but in no book here was closed earlier in the
 * same batch where this process writes the market; else another process has it.
 */
export function refuseWithoutBook(elsewhere: Elsewhere, command: Command, isWrittenHere: (market: string) => boolean): Outcome {
  if ('positionId' in command && 'caller' in command) {
    const found = elsewhere.positions.get(command.positionId);
    const isOwn = found !== undefined && found.owner === command.owner && found.mode === command.caller.mode;
    return isOwn && !isWrittenHere(found.market) ? ELSEWHERE : refusalOf('POSITION_NOT_FOUND');
  }
  if (command.kind !== 'cancel' && command.kind !== 'amend') return ELSEWHERE;
  const known = elsewhere.orders.get(command.orderId);
  if (known === undefined || known.owner !== command.owner || known.mode !== command.caller.mode) return refusalOf('ORDER_NOT_FOUND');
  const isOpen = known.status === 'open' || known.status === 'partially_filled';
  return isOpen && !isWrittenHere(known.market) ? ELSEWHERE : refusalOf('ORDER_CLOSED');
}

function refusalOf(code: ErrorCode): Outcome {
  return { kind: 'refusal', code };
}
