/** What every kind of market shares: the book in memory, its one writer, who may write it, how an order ends, and how orders and fills are read. */
export { type MatchResult, OrderBook, type RestingOrder } from './matching.book';
export { checkFence } from './matching.lease';
export { createLooks, type Looks } from './matching.looks';
export { calculateLimit, checkOrder, endOf, refuseUnfilled } from './matching.order';
export { MarketOwnership } from './matching.ownership';
export { PriceTriggers, type ReachedTicks } from './matching.stops';
export {
  findOrders,
  findOwnOrder,
  listLevels,
  listOpenOrders,
  listOrders,
  listTrades,
  type OrderTable,
  takeIds,
} from './matching.repository';
export {
  type FillCore,
  type FillCoreRecord,
  type OrderCore,
  type OrderCoreRecord,
  readFillCore,
  readPrice,
} from './matching.rows';
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
