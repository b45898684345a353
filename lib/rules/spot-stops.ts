import { compareDecimals, formatScaled, multiplyDecimals, powerOfTen, requireDecimal, roundToStep } from './decimal';
import { calculatePriceBand, findOrderProblem, findPriceProblem, type SpotProblem, type OrderRules, type SpotSide } from './spot';

/** A stop price lies this close to the market, and the exits of an entry this close to its price, as a fraction. */
export const STOP_RANGE_RATE = '0.5';
/** The limit price of a stop that is offered when none was named: this much beyond the stop price, as a fraction. */
export const STOP_SLACK_RATE = '0.01';

export type StopField = 'price' | 'quantity' | 'stop' | 'stopLimit' | 'takeProfit' | 'stopLoss' | 'stopLossLimit';
export type StopProblem = {
  code: SpotProblem['code'] | 'ORDER_STOP_INVALID' | 'ORDER_STOP_AT_MARKET' | 'ORDER_PAIR_INVALID' | 'ORDER_EXITS_INVALID';
  field: StopField;
  params: Record<string, string>;
};

/**
 * Returns where the index has to go to reach a stop price; null when it is there already.
 * @example findStopSide({ stop: '1900', indexPrice: '2000' }) // 'fall'
 */
export function findStopSide({ stop, indexPrice }: { stop: string; indexPrice: string }): 'rise' | 'fall' | null {
  const order = compareDecimals(stop, indexPrice);
  return order === 0 ? null : order > 0 ? 'rise' : 'fall';
}

/**
 * Returns the limit price that is offered for a stop: 1 % beyond it, rounded away from the stop at the tick, so that the order still finds
 * a price when the market jumps.
 * @example offerStopLimit({ side: 'sell', stop: '1900', tickSize: '0.01' }) // '1881'
 */
export function offerStopLimit({ side, stop, tickSize }: { side: SpotSide; stop: string; tickSize: string }): string {
  const slack = requireDecimal(STOP_SLACK_RATE);
  const one = powerOfTen(slack.scale);
  const factor = formatScaled(side === 'buy' ? one + slack.units : one - slack.units, slack.scale);
  return roundToStep(multiplyDecimals(stop, factor), tickSize, side === 'buy' ? 'up' : 'down');
}

type StopOrder = { rules: OrderRules; stop: string; limit: string; quantity: string; indexPrice: string };

/** Returns the first problem of a stop-limit order, or null: the stop's grid and range, its limit within the price band of the stop, quantity, value. */
export function findStopProblem({ rules, stop, limit, quantity, indexPrice }: StopOrder): StopProblem | null {
  if (findPriceProblem({ rules, price: stop, indexPrice: null }) !== null) return stopInvalid('stop', rules);
  if (findStopSide({ stop, indexPrice }) === null) return { code: 'ORDER_STOP_AT_MARKET', field: 'stop', params: {} };
  return (
    findRangeProblem({ rules, price: stop, around: indexPrice, field: 'stop' }) ??
    findOrderProblem({ rules, price: limit, quantity, indexPrice: stop })
  );
}

/**
 * Returns the first problem of a pair (a limit and a stop-limit order of which one ends the other), or null. A sale has its limit above the
 * market and its stop below it, a purchase the other way round.
 */
export function findPairProblem(
  input: Omit<StopOrder, 'limit'> & { side: SpotSide; price: string; stopLimit: string },
): StopProblem | null {
  const { rules, side, price, stop, stopLimit, quantity, indexPrice } = input;
  const problem = findOrderProblem({ rules, price, quantity, indexPrice });
  if (problem !== null) return problem;
  const stopProblem = findStopProblem({ rules, stop, limit: stopLimit, quantity, indexPrice });
  if (stopProblem !== null) return stopProblem.field === 'price' ? { ...stopProblem, field: 'stopLimit' } : stopProblem;
  const outward = side === 'sell' ? 1 : -1;
  if (compareDecimals(price, indexPrice) !== outward) return { code: 'ORDER_PAIR_INVALID', field: 'price', params: {} };
  if (compareDecimals(stop, indexPrice) === outward) return { code: 'ORDER_PAIR_INVALID', field: 'stop', params: {} };
  return null;
}

/**
 * Returns the first problem of another price for the limit order of a pair, or null: on its own side of the market (above it for a sale), and no
 * further from it than a limit order may be, or an exit (`isExit`).
 * @example findLegProblem({ rules, side: 'sell', price: '1990', indexPrice: '2000', isExit: false }) // ORDER_PAIR_INVALID
 */
export function findLegProblem(input: {
  rules: OrderRules;
  side: SpotSide;
  price: string;
  indexPrice: string;
  isExit: boolean;
}): StopProblem | null {
  const { rules, side, price, indexPrice, isExit } = input;
  const problem = findPriceProblem({ rules, price, indexPrice: isExit ? null : indexPrice });
  if (problem !== null) return problem;
  if (compareDecimals(price, indexPrice) !== (side === 'sell' ? 1 : -1)) return { code: 'ORDER_PAIR_INVALID', field: 'price', params: {} };
  return isExit ? findRangeProblem({ rules, price, around: indexPrice, field: 'price' }) : null;
}

/** Prices at which what an entry has bought is sold again: a take-profit, a stop-loss with its limit, or both. */
export type ExitPrices = { takeProfit: string | null; stopLoss: string | null; stopLossLimit: string | null };

/** Returns the first problem of the exits of a purchase, or null. `price` is its limit price, null for a market order. */
export function findExitsProblem(input: {
  rules: OrderRules;
  price: string | null;
  exits: ExitPrices;
  indexPrice: string;
}): StopProblem | null {
  const { rules, price, exits, indexPrice } = input;
  const { takeProfit, stopLoss } = exits;
  const entry = price ?? indexPrice;
  const stopLossLimit = exits.stopLossLimit ?? stopLoss;
  if (takeProfit !== null && findPriceProblem({ rules, price: takeProfit, indexPrice: null }) !== null)
    return { code: 'ORDER_PRICE_INVALID', field: 'takeProfit', params: { tick: rules.tickSize } };
  if (stopLoss !== null && findPriceProblem({ rules, price: stopLoss, indexPrice: null }) !== null) return stopInvalid('stopLoss', rules);
  if (takeProfit !== null && compareDecimals(takeProfit, entry) <= 0)
    return { code: 'ORDER_EXITS_INVALID', field: 'takeProfit', params: {} };
  const lowest = compareDecimals(entry, indexPrice) < 0 ? entry : indexPrice;
  if (stopLoss !== null && compareDecimals(stopLoss, lowest) >= 0) return { code: 'ORDER_EXITS_INVALID', field: 'stopLoss', params: {} };
  const limitProblem = stopLossLimit === null ? null : findPriceProblem({ rules, price: stopLossLimit, indexPrice: stopLoss });
  return (
    findRangeProblem({ rules, price: takeProfit, around: entry, field: 'takeProfit' }) ??
    findRangeProblem({ rules, price: stopLoss, around: entry, field: 'stopLoss' }) ??
    (limitProblem === null ? null : { ...limitProblem, field: 'stopLossLimit' })
  );
}

function stopInvalid(field: StopField, { tickSize }: OrderRules): StopProblem {
  return { code: 'ORDER_STOP_INVALID', field, params: { tick: tickSize } };
}

function findRangeProblem(input: { rules: OrderRules; price: string | null; around: string; field: StopField }): StopProblem | null {
  const { rules, price, around, field } = input;
  if (price === null) return null;
  const { lowest, highest } = calculatePriceBand({ indexPrice: around, rate: STOP_RANGE_RATE, tickSize: rules.tickSize });
  if (compareDecimals(price, lowest) >= 0 && compareDecimals(price, highest) <= 0) return null;
  return { code: 'ORDER_PRICE_OUT_OF_RANGE', field, params: { min: lowest, max: highest } };
}
