import { compareDecimals, isSameDecimal } from '../../../lib/rules/decimal';
import { type ExitPrices, findExitsProblem } from '../../../lib/rules/spot-stops';
import { DomainError } from '../../platform/domain-error';
import { formatTicks, type RestingOrder } from '../matching/matching';
import type { AmendParams, OrderRow } from './spot.commands';
import { checkCount, type Placing } from './spot.place';
import { toExitTicks } from './spot.stops';

type Amended = {
  placing: Placing;
  /** @throws MARKET_STALE, MARKET_HALTED */
  readIndex(): string;
  row: OrderRow;
  resting: RestingOrder;
  input: Pick<AmendParams, 'price' | 'exits'>;
};

/**
 * Returns the exits that a resting purchase shall have, null: as they are. While a part of it is bought they must not be reached already: what was
 * reached is as good as on its way, and what would be is no exit but an order.
 * @throws ORDER_NOT_AMENDABLE for what has no exits, ORDER_STOP_AT_MARKET, ORDER_EXITS_INVALID and its like, ORDERS_OPEN_TOO_MANY
 */
export function planExits({ placing, readIndex, row, resting, input }: Amended): ExitPrices | null {
  if (input.exits === undefined) return null;
  // A sale on spot leaves nothing that would have to be protected, and one of a pair has the other one.
  if (row.side === 'sell' || row.partner !== null) throw new DomainError('ORDER_NOT_AMENDABLE');
  const next = mergeExits(row, input.exits);
  if (EXITS.every((exit) => isSameDecimal(row[exit], next[exit]))) return null;
  const { terms, stops } = placing.entry;
  const isBought = row.filled > 0n;
  // What only takes exits away of an order that has bought nothing is compared with no price.
  if (!isBought && countOf(next) === 0) return next;
  const indexPrice = readIndex();
  if (isBought && (stops.missed.has(row.id) || isReached(row, indexPrice))) throw new DomainError('ORDER_STOP_AT_MARKET');
  const price = input.price ?? formatTicks(terms, resting.price);
  const problem = findExitsProblem({ rules: terms.rules, price, exits: next, indexPrice });
  if (problem !== null) throw new DomainError(problem.code, { params: problem.params });
  if (isBought && isReached(next, indexPrice)) throw new DomainError('ORDER_EXITS_INVALID');
  const more = countOf(next) - countOf(row);
  if (more > 0) checkCount(placing, more);
  return next;
}

/** Sets the exits of a buy order; only index prints after this can trigger them. */
export function setExits({ entry, draft, owner }: Placing, row: OrderRow, exits: ExitPrices): void {
  const { terms, stops } = entry;
  if (countOf(exits) > 0)
    stops.setEntry({ id: row.id, owner, ...toExitTicks(terms, exits), hasFills: row.filled > 0n, isClosed: false, since: draft.at });
  else if (stops.findEntry(row.id) !== undefined) stops.removeEntry(row.id);
}

const EXITS = ['takeProfit', 'stopLoss', 'stopLossLimit'] as const;

/** Merges the requested exits into the order's own. A stop-loss needs a limit, and a changed one a new limit. @throws REQUEST_INVALID */
function mergeExits(row: OrderRow, params: NonNullable<AmendParams['exits']>): ExitPrices {
  const { takeProfit = row.takeProfit, stopLoss = row.stopLoss } = params;
  if (stopLoss === null) {
    if (typeof params.stopLossLimit === 'string') throw new DomainError('REQUEST_INVALID', { params: { field: 'sl' } });
    return { takeProfit, stopLoss, stopLossLimit: null };
  }
  const kept = isSameDecimal(stopLoss, row.stopLoss) ? row.stopLossLimit : null;
  const stopLossLimit = params.stopLossLimit ?? kept;
  if (stopLossLimit === null) throw new DomainError('REQUEST_INVALID', { params: { field: 'sl_limit' } });
  return { takeProfit, stopLoss, stopLossLimit };
}

function isReached({ takeProfit, stopLoss }: Omit<ExitPrices, 'stopLossLimit'>, indexPrice: string): boolean {
  return (
    (takeProfit !== null && compareDecimals(indexPrice, takeProfit) >= 0) ||
    (stopLoss !== null && compareDecimals(indexPrice, stopLoss) <= 0)
  );
}

function countOf({ takeProfit, stopLoss }: Omit<ExitPrices, 'stopLossLimit'>): number {
  return Number(takeProfit !== null) + Number(stopLoss !== null);
}
