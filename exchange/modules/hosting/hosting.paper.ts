import { divideUp, formatScaled, roundToStep, toScaled } from '../../../lib/rules/decimal';
import { applyFill, type LeveragedPosition } from '../../../lib/rules/perpetual-fill';
import { calculateFundingPayment } from '../../../lib/rules/perpetual-funding';
import { PERPETUAL_FEES_MAX } from '../../../lib/rules/perpetual-terms';
import { FIRST_SPOT_FEES } from '../../../lib/rules/spot';
import type { BookOrder } from './hosting.orders.repository';
import type { MarketView } from './hosting.strategy';
import { type OpenPosition, resultOf, valueAt } from './hosting.worth';

/** Fixed terms of a market that a strategy is run on. */
export type PaperMarket = Pick<MarketView, 'market' | 'tickSize' | 'stepSize' | 'quantityMax' | 'minNotional'>;
/** An account that exists on paper alone: nothing is posted. Money in base units of USDT, quantities in base units of the coin. */
export type PaperAccount = { cash: bigint; coins: Map<string, bigint>; shorts: Map<string, LeveragedPosition> };

const SCALE = 8;
const ONE = 10n ** BigInt(SCALE);
/** Orders are filled so far from the index, in ten-thousandths: one rung of the house's quotes at most. */
export const FILL_DISTANCE_BPS = 4n;
const BPS = 10_000n;
const SPOT_FEE = toScaled(FIRST_SPOT_FEES.takerFeeRate, SCALE) ?? 0n;

const units = (text: string) => toScaled(text, SCALE) ?? 0n;

/** Returns the short (or long) of a paper account as a strategy sees one. */
export function positionOf({ shorts }: PaperAccount, market: string): OpenPosition | null {
  const held = shorts.get(market);
  return held === undefined ? null : { id: market, market, side: held.side, quantity: held.quantity, cost: held.cost, margin: held.margin };
}

/** Returns what the account is worth at prices by market: cash + coins + margin + unrealised, by the formula of a book's valuation. */
export function worthOf(account: PaperAccount, prices: ReadonlyMap<string, string>): bigint {
  let value = account.cash;
  for (const [market, quantity] of account.coins) value += valueAt(quantity, prices.get(market) ?? '0');
  for (const market of account.shorts.keys()) {
    const position = positionOf(account, market);
    if (position !== null) value += position.margin + resultOf(position, prices.get(market) ?? '0');
  }
  return value;
}

/** Fills an order whole at a price near the index, with the fees of today. Returns false, and changes nothing, where the cash is too little. */
export function fillOnPaper(account: PaperAccount, order: BookOrder, { tickSize }: PaperMarket, index: string): boolean {
  const factor = order.side === 'buy' ? BPS + FILL_DISTANCE_BPS : BPS - FILL_DISTANCE_BPS;
  const near = formatScaled((units(index) * factor) / BPS, SCALE);
  const price = roundToStep(near, tickSize, order.side === 'buy' ? 'up' : 'down');
  return order.leg === 'spot' ? fillSpot(account, order, price) : fillPerpetual(account, order, { price, index });
}

function fillSpot(account: PaperAccount, { market, side, quantity }: BookOrder, price: string): boolean {
  const size = units(quantity);
  const held = account.coins.get(market) ?? 0n;
  if (side === 'buy') {
    const cost = divideUp(size * units(price), ONE);
    if (cost > account.cash) return false;
    account.cash -= cost;
    account.coins.set(market, held + size - divideUp(size * SPOT_FEE, ONE));
    return true;
  }
  if (size > held) return false;
  const value = valueAt(size, price);
  account.cash += value - divideUp(value * SPOT_FEE, ONE);
  account.coins.set(market, held - size);
  return true;
}

function fillPerpetual(
  account: PaperAccount,
  { market, side, quantity, isReducing }: BookOrder,
  { price, index }: { price: string; index: string },
): boolean {
  const before = account.shorts.get(market) ?? null;
  const size = units(quantity);
  if (isReducing && (before === null || size > before.quantity)) return false;
  const effect = applyFill(before, {
    side: side === 'buy' ? 'long' : 'short',
    quantity: size,
    price: units(price),
    leverage: 1,
    feeRate: PERPETUAL_FEES_MAX.takerFeeRate,
    markPrice: units(index),
  });
  if (account.cash + effect.availableChange < 0n) return false;
  account.cash += effect.availableChange;
  if (effect.position === null) account.shorts.delete(market);
  else account.shorts.set(market, effect.position);
  return true;
}

/** Exchanges funding of one interval at a rate in units of 0.00000001. What is paid comes out of the cash, then out of the margin. */
export function fundOnPaper(account: PaperAccount, market: string, { rate, mark }: { rate: bigint; mark: string }): void {
  const held = account.shorts.get(market);
  if (held === undefined) return;
  const payment = calculateFundingPayment({ side: held.side, quantity: held.quantity, markPrice: units(mark), rate });
  const missing = payment > account.cash ? payment - account.cash : 0n;
  account.cash -= payment - missing;
  if (missing > 0n) account.shorts.set(market, { ...held, margin: held.margin - missing });
}
