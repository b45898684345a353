import type { AnswerOf } from '../../../lib/protocol/define-call';
import type { ChangedPositionWire, PerpetualOrderWire, PositionWire } from '../../../lib/protocol/perpetual';
import type { perpetualRecords } from '../../../lib/protocol/perpetual-variants';
import { formatScaled, toScaled } from '../../../lib/rules/decimal';
import {
  calculateBankruptcyPrice,
  calculateEntryPrice,
  calculateInitialMargin,
  calculateLiquidationPrice,
  calculateTradeFee,
  calculateValue,
  PERPETUAL_SCALE,
  type PerpetualTerms,
  type Tier,
} from '../../../lib/rules/perpetual';
import { PERPETUAL_FEES_MAX } from '../../../lib/rules/perpetual-terms';
import type { OrderRow } from './perpetual.commands';
import type { Position } from './perpetual.position';
import type { PositionRow } from './perpetual.positions.repository';
import { SETTLE_ASSET } from './perpetual.postings';

/** Returns units of 0.00000001 (of a price, a quantity, an amount or a rate) as a decimal. */
export function formatUnits8(units: bigint): string {
  return formatScaled(units, PERPETUAL_SCALE);
}

/** Returns what an open order's rest holds of the available balance, in USDT units; nothing for one that only reduces. */
function heldOf(order: OrderRow): bigint {
  const isOpen = order.status === 'open' || order.status === 'partially_filled';
  if (!isOpen || order.isReduceOnly || order.price === null || order.takingLimit !== null) return 0n;
  const price = toScaled(order.price, PERPETUAL_SCALE) ?? 0n;
  const value = calculateValue({ price, quantity: order.quantity - order.filled, rounding: 'up' });
  return (
    calculateInitialMargin({ value, leverage: order.leverage }) + calculateTradeFee({ value, feeRate: PERPETUAL_FEES_MAX.makerFeeRate })
  );
}

/** Returns an order as the protocol shows it. */
export function toOrderWire(order: OrderRow): PerpetualOrderWire {
  return {
    id: String(order.id),
    market: order.market,
    type: order.side === 'buy' ? 'long' : 'short',
    kind: order.kind,
    tif: order.timeInForce,
    price: order.price,
    num: formatUnits8(order.quantity),
    filled: formatUnits8(order.filled),
    filled_value: formatUnits8(order.filledValue),
    leverage: order.leverage,
    reduce: order.isReduceOnly,
    tp: order.takeProfit,
    sl: order.stopLoss,
    origin: order.origin,
    fee: formatUnits8(order.fee),
    fee_coin: SETTLE_ASSET,
    profit: formatUnits8(order.realized),
    held: formatUnits8(heldOf(order)),
    state: order.status,
    reason: order.reason,
    time: order.createdAt,
    updated: order.updatedAt,
  };
}

const ONE = 10n ** BigInt(PERPETUAL_SCALE);

/** Returns tiers as the protocol shows them. */
export function toTiersWire(tiers: readonly Tier[]) {
  return tiers.map((tier) => ({
    max: formatUnits8(tier.notionalMax),
    leverage: tier.leverageMax,
    initial: formatUnits8((ONE + BigInt(tier.leverageMax) - 1n) / BigInt(tier.leverageMax)),
    maintenance: formatUnits8(tier.maintenanceRate),
    amount: formatUnits8(tier.maintenanceAmount),
  }));
}

/** Returns an open position as the lists show it; `rules` are those that it goes by. */
export function toPositionWire(market: string, position: Position, rules: PerpetualTerms): PositionWire {
  const terms = { tiers: toTiersWire(rules.tiers), liquidation_fee: formatUnits8(rules.liquidationFeeRate) };
  return { ...toChangedPositionWire(market, position, rules), ...terms };
}

/** Returns an open position as a write answers with it. */
export function toChangedPositionWire(market: string, position: Position, rules: PerpetualTerms): ChangedPositionWire {
  const price = (units: bigint | null) => (units === null || units <= 0n ? null : formatUnits8(units));
  return {
    id: String(position.identity.id),
    market,
    type: position.side,
    num: formatUnits8(position.quantity),
    cost: formatUnits8(position.cost),
    margin: formatUnits8(position.margin),
    leverage: position.leverage,
    liquidation: price(calculateLiquidationPrice({ terms: rules, position })),
    bankruptcy: price(calculateBankruptcyPrice({ terms: rules, position })),
    tp: price(position.takeProfit),
    sl: price(position.stopLoss),
    profit: formatUnits8(position.realized),
    fee: formatUnits8(position.fees),
    funding: formatUnits8(position.funding),
    opened: position.openedAt,
    updated: position.updatedAt,
  };
}

/** Returns a closed position as call 31 shows it. `entry` and `exit` are average prices in price units. */
export function toClosedRow({ market, position }: PositionRow): AnswerOf<typeof perpetualRecords>[number] {
  const { side, openedQuantity, openedCost, closedQuantity, closedValue } = position;
  const entry = calculateEntryPrice({ side, quantity: openedQuantity, cost: openedCost });
  const exit = calculateEntryPrice({ side: side === 'long' ? 'short' : 'long', quantity: closedQuantity, cost: closedValue });
  return {
    id: String(position.identity.id),
    market,
    type: position.side,
    num: formatUnits8(position.openedQuantity),
    buy_price: formatUnits8(entry),
    buy_time: position.openedAt,
    sell_price: formatUnits8(exit),
    sell_time: position.closedAt ?? position.updatedAt,
    margin: formatUnits8(position.marginMost),
    fee: formatUnits8(position.fees),
    funding: formatUnits8(position.funding),
    profit: formatUnits8(position.realized),
    reason: position.closeOrigin ?? 'user',
  };
}
