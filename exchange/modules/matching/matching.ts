/** What every kind of market shares: the book in memory, its one writer, who may write it, and how an order ends. */
export { type MatchResult, OrderBook, type RestingOrder } from './matching.book';
export { checkFence } from './matching.lease';
export { createLooks, type Looks } from './matching.looks';
export { calculateLimit, checkOrder, endOf, refuseUnfilled } from './matching.order';
export { MarketOwnership } from './matching.ownership';
export { PriceTriggers, type ReachedTicks } from './matching.stops';
export {
  createTerms,
  formatPrice,
  formatSteps,
  formatTicks,
  type MarketTerms,
  quoteValueOf,
  receiveOf,
  spendOf,
  stepsOfUnits,
  toReachedTicks,
  toSteps,
  toTicks,
  unitsOfSteps,
} from './matching.terms';
export { MarketWriter } from './matching.writer';
