import type {
  ChangedPosition,
  FundingPayment,
  FundingRates,
  Liquidation,
  Mark,
  PerpetualMarketTerms,
  PerpetualOpen,
  PerpetualOrder,
  PerpetualOrderDetail,
  Position,
} from '../../dto/perpetual';
import type { ClosedPosition } from '../../dto/perpetual';
import { reshapeAmendments } from '../spot/reshape';
import type { AnswerOf } from '../../protocol/define-call';
import type { ChangedPositionWire, marks, PerpetualOrderWire, PositionWire } from '../../protocol/perpetual';
import type { fundingPayments, fundingRates, liquidations, perpetualOrderDetail } from '../../protocol/perpetual-records';
import type { perpetualOpen, perpetualRecords, perpetualTerms } from '../../protocol/perpetual-variants';
import { reshapeEntry } from '../account/reshape';
import { reshapeRules } from '../market/reshape';
import { averagePriceOf } from '../rates';
import { toIso } from '../upstream';

function reshapeTiers(tiers: AnswerOf<typeof perpetualTerms>['tiers']): PerpetualMarketTerms['tiers'] {
  return tiers.map((tier) => ({
    notionalMax: tier.max,
    leverageMax: tier.leverage,
    initialRate: tier.initial,
    maintenanceRate: tier.maintenance,
    maintenanceAmount: tier.amount,
  }));
}

/** Returns the terms of a perpetual market; rates are fractions on both sides. */
export function reshapeTerms(wire: AnswerOf<typeof perpetualTerms>): PerpetualMarketTerms {
  return {
    ...reshapeRules(wire),
    tiers: reshapeTiers(wire.tiers),
    markClampRate: wire.mark_clamp,
    liquidationFeeRate: wire.liquidation_fee,
    makerFeeRateMax: wire.maker_max ?? wire.maker,
    takerFeeRateMax: wire.taker_max ?? wire.taker,
    funding: { hours: wire.funding.hours, interestRate: wire.funding.interest, clampRate: wire.funding.clamp, capRate: wire.funding.cap },
  };
}

/** Returns the prices of one perpetual market. */
export function reshapeMark(row: AnswerOf<typeof marks>['rows'][number]): Mark {
  return { symbol: row.market, markPrice: row.mark, indexPrice: row.index, fundingRate: row.rate, nextFundingAt: toIso(row.next) };
}

/** Returns an order; `averagePrice` is rounded down at 8 decimals, null until something was filled. */
export function reshapePerpetualOrder(wire: PerpetualOrderWire): PerpetualOrder {
  return {
    id: wire.id,
    symbol: wire.market,
    side: wire.type,
    kind: wire.kind,
    timeInForce: wire.tif,
    price: wire.price,
    averagePrice: averagePriceOf({ value: wire.filled_value, quantity: wire.filled }),
    quantity: wire.num,
    filledQuantity: wire.filled,
    filledQuoteQuantity: wire.filled_value,
    leverage: wire.leverage,
    isReduceOnly: wire.reduce,
    takeProfit: wire.tp,
    stopLoss: wire.sl,
    origin: wire.origin,
    fee: wire.fee,
    feeAsset: wire.fee_coin,
    realizedPnl: wire.profit,
    held: wire.held,
    status: wire.state,
    reason: wire.reason === '' ? null : wire.reason,
    createdAt: toIso(wire.time),
    updatedAt: toIso(wire.updated),
  };
}

/** Returns an open position of a list, with the terms that it goes by. */
export function reshapePosition(wire: PositionWire): Position {
  const { tiers, liquidation_fee: fee } = wire;
  const terms = tiers === undefined || fee === undefined ? null : { tiers: reshapeTiers(tiers), liquidationFeeRate: fee };
  return { ...reshapeChangedPosition(wire), terms };
}

/** Returns an open position as a write answered with it. */
export function reshapeChangedPosition(wire: ChangedPositionWire): ChangedPosition {
  return {
    id: wire.id,
    symbol: wire.market,
    side: wire.type,
    quantity: wire.num,
    cost: wire.cost,
    margin: wire.margin,
    leverage: wire.leverage,
    liquidationPrice: wire.liquidation,
    bankruptcyPrice: wire.bankruptcy,
    takeProfit: wire.tp,
    stopLoss: wire.sl,
    realizedPnl: wire.profit,
    fee: wire.fee,
    funding: wire.funding,
    openedAt: toIso(wire.opened),
    updatedAt: toIso(wire.updated),
  };
}

/** Returns what the user has in one market. */
export function reshapeOpen(wire: AnswerOf<typeof perpetualOpen>): PerpetualOpen {
  return {
    orders: wire.entrust.map(reshapePerpetualOrder),
    positions: wire.positions.map(reshapePosition),
    available: wire.usercoin.quote_available,
    held: wire.usercoin.quote_held,
    margin: wire.usercoin.quote_margin,
  };
}

/** Returns an order with its fills and every ledger line that it caused, oldest first. */
export function reshapePerpetualDetail(wire: AnswerOf<typeof perpetualOrderDetail>): PerpetualOrderDetail {
  return {
    order: reshapePerpetualOrder(wire.order),
    fills: wire.fills.map((fill) => ({
      id: fill.id,
      price: fill.price,
      quantity: fill.num,
      quoteQuantity: fill.value,
      fee: fill.fee,
      realizedPnl: fill.profit,
      liquidity: fill.liquidity,
      at: toIso(fill.time),
      journalId: fill.journal,
    })),
    entries: wire.entries.map(reshapeEntry),
    amendments: reshapeAmendments(wire.amendments),
  };
}

/** Returns a closed position. */
export function reshapeClosed(row: AnswerOf<typeof perpetualRecords>[number]): ClosedPosition {
  return {
    id: row.id,
    symbol: row.market,
    side: row.type,
    quantity: row.num,
    entryPrice: row.buy_price,
    openedAt: toIso(row.buy_time),
    exitPrice: row.sell_price,
    closedAt: toIso(row.sell_time),
    margin: row.margin,
    fee: row.fee,
    funding: row.funding,
    realizedPnl: row.profit,
    reason: row.reason,
  };
}

/** Returns a funding rate as it was exchanged. */
export function reshapeFundingRate(row: AnswerOf<typeof fundingRates>[number]): FundingRates['rates'][number] {
  const { time, rate, mark, premium, samples, skipped } = row;
  return { at: toIso(time), rate, markPrice: mark, premium, samples, skipped };
}

/** Returns one own funding payment; below zero was paid. */
export function reshapeFundingPayment(row: AnswerOf<typeof fundingPayments>[number]): FundingPayment {
  const { id, time, market, position, type, num, mark, rate, amount, journal } = row;
  return {
    id,
    at: toIso(time),
    symbol: market,
    positionId: position,
    side: type,
    quantity: num,
    markPrice: mark,
    rate,
    amount,
    journalId: journal,
  };
}

/** Returns the record of one liquidation. */
export function reshapeLiquidation(row: AnswerOf<typeof liquidations>[number]): Liquidation {
  return {
    id: row.id,
    at: toIso(row.time),
    symbol: row.market,
    positionId: row.position,
    side: row.type,
    quantity: row.num,
    quantityLeft: row.left,
    markPrice: row.mark,
    print: row.print,
    liquidationPrice: row.liquidation,
    bankruptcyPrice: row.bankruptcy,
    quantityByBook: row.by_book,
    quantityByFund: row.by_fund,
    quantityByOthers: row.by_others,
    averagePrice: row.price,
    fee: row.fee,
    lost: row.lost,
    returned: row.returned,
    orderId: row.order,
  };
}
