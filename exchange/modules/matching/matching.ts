/** What every kind of market shares: the book in memory, its one writer, who may write it, how an order ends, and how orders and fills are read. */
export {
  BATCH_COST_MAX,
  BatchBudget,
  Budget,
  COMMAND_COST_MAX,
  COMMAND_PROCESS_MS,
  CommandCost,
  type CommandCosts,
  costMaxOf,
  FOK_COST_MAX,
} from './matching.budget';
export { ChunkSize } from './matching.chunk-size';
export { type AmendInput, type AmendPlan, type ExitParams, planAmend, rulesToAmend, toExitParams } from './matching.amend';
export {
  type Amendment,
  amendmentReference,
  holdReference,
  insertAmendments,
  listAmendments,
  queuedUpBy,
} from './matching.amendments.repository';
export { OrderBook } from './matching.book';
export type { RestingOrder } from './matching.order-record';
export { defineOrderEvents, listOrderEvents } from './matching.events';
export type { Match, MatchResult, TakerTerms } from './matching.meeting';
export {
  answerOf,
  type UserCommandBase,
  type Caller,
  createUserCommand,
  ELSEWHERE,
  NEVER_REPEATED,
  type Outcome,
  outcomeOf,
  toRowId,
} from './matching.commands';
export { createCancelAllCall } from './matching.cancel-all';
export { callerOf, createBookCalls, requireMarket } from './matching.handlers';
export { checkFence, holdWriters } from './matching.lease';
export type { BookViewers } from './matching.book-viewers';
export { calculateLimit, checkOrder, endOf, type MatchEnd, refuseUnfilled } from './matching.order';
export { MarketOwnership } from './matching.ownership';
export { createSharedMarkets } from './matching.shared-markets';
export { userCommandMessage, decimalMessage, exitsMessage, rowIdMessage } from './matching.command-message';
export { listOwnFills, readFillPage, toFillsWire } from './matching.fills';
export { listClosedOrders } from './matching.lists';
export { createOrderActivity } from './matching.order-activity';
export { createMarketJournals } from './matching.journals';
export { laneOf } from './matching.lanes';
export { createTakeOn, type TakeOnCommand } from './matching.take-on';
export { addQuotes, OrdersById } from './matching.orders-by-id';
export { Refusals } from './matching.refusals';
export { PriceTriggers, type ReachedTicks } from './matching.stops';
export {
  deleteUnfilled,
  findOrders,
  findMarketOf,
  findOwnOrder,
  listOpenOrders,
  listOrders,
  type OrderTable,
  takeIds,
} from './matching.repository';
export {
  type Exits,
  type FillCore,
  type FillCoreRecord,
  NO_CHANGE,
  type OrderChangeCore,
  type OrderCore,
  type OrderCoreRecord,
  readFillCore,
  readPrice,
} from './matching.rows';
export {
  createTerms,
  type IndexPrice,
  type ListedMarket,
  type MarketLimits,
  type MarketData,
  formatPrice,
  formatSteps,
  formatTicks,
  type MarketTerms,
  quoteValueOf,
  receiveOf,
  refuseHalted,
  spendOf,
  stepsOfUnits,
  toReachedTicks,
  toListedTerms,
  toSteps,
  toTicks,
  unitsOfSteps,
} from './matching.terms';
export { formatAmount, listOrderEntries, readBook, toFillWire, toRulesWire } from './matching.wire';
export { MarketWriter } from './matching.writer';
