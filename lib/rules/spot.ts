import {
  compareDecimals,
  divideUp,
  formatScaled,
  isMultipleOf,
  multiplyDecimals,
  powerOfTen,
  requireDecimal,
  roundToStep,
  toScaled,
} from './decimal';

/** Decimals of every asset that trades on spot: one base unit is 0.00000001. Tick and step decimals of a market add up to this at most. */
export const SPOT_SCALE = 8;
/** A market order stops this far from the index price, as a fraction. */
export const MARKET_PROTECTION_RATE = '0.05';
/** Open orders that one user may have in one book, so that nobody can fill the book's memory. */
export const OPEN_ORDERS_MAX = 200;

/** How far from the index a limit price may lie in every market, as a fraction. */
export const PRICE_BAND_RATE = '0.1';

export type SpotSide = 'buy' | 'sell';
export type SpotLiquidity = 'maker' | 'taker';

/** What trading costs, as fractions of what is received (spot) or of the value (perpetual). */
export type FeeRates = { makerFeeRate: string; takerFeeRate: string };

/** What spot costs where no registry says otherwise: the first version of it does the same. */
export const FIRST_SPOT_FEES: FeeRates = { makerFeeRate: '0.0008', takerFeeRate: '0.001' };

/** What an order has to keep to. Rates are fractions; sizes are in quote per base (tick) and base (step, quantities). */
export type OrderRules = {
  tickSize: string;
  stepSize: string;
  quantityMin: string;
  quantityMax: string;
  minNotional: string;
  priceBandRate: string;
};
/** The published rules of a market. */
export type SpotRules = OrderRules & FeeRates;

export type SpotProblem = {
  code:
    | 'AMOUNT_INVALID'
    | 'ORDER_PRICE_INVALID'
    | 'ORDER_PRICE_OUT_OF_RANGE'
    | 'ORDER_QUANTITY_INVALID'
    | 'ORDER_QUANTITY_OUT_OF_RANGE'
    | 'ORDER_NOTIONAL_TOO_SMALL';
  field: 'price' | 'quantity';
  params: Record<string, string>;
};

/**
 * Returns the fee in base units of the asset received, rounded up at its last digit. An order's fee is this function of everything it
 * has received so far, so many small fills never cost more than one big one.
 * @example calculateFee({ received: 100_000_001n, feeRate: '0.001' }) // 100001n
 */
export function calculateFee({ received, feeRate }: { received: bigint; feeRate: string }): bigint {
  const rate = requireDecimal(feeRate);
  return divideUp(received * rate.units, powerOfTen(rate.scale));
}

export type OrderPreview = { orderValue: string; fee: string; feeIn: 'base' | 'quote'; feeRate: string; receive: string };

/**
 * Returns what an order costs and brings when all of it is filled at `price`: `orderValue` in quote units, `fee` and `receive` in the
 * asset received (base for a buy, quote for a sell). Null while price or quantity aren't decimals of the asset's precision.
 * @example previewOrder({ rules, side: 'buy', price: '100', quantity: '2', liquidity: 'taker' }) // { orderValue: '200', fee: '0.002', feeIn: 'base', receive: '1.998', … }
 */
export function previewOrder(input: {
  rules: SpotRules;
  side: SpotSide;
  price: string;
  quantity: string;
  liquidity: SpotLiquidity;
}): OrderPreview | null {
  const quantity = toScaled(input.quantity, SPOT_SCALE);
  if (quantity === null || quantity < 0n || toScaled(input.price, SPOT_SCALE) === null) return null;
  const orderValue = multiplyDecimals(input.price, input.quantity);
  const value = toScaled(orderValue, SPOT_SCALE);
  if (value === null || value < 0n) return null;
  const received = input.side === 'buy' ? quantity : value;
  const feeRate = input.liquidity === 'maker' ? input.rules.makerFeeRate : input.rules.takerFeeRate;
  const fee = calculateFee({ received, feeRate });
  return {
    orderValue,
    fee: formatScaled(fee, SPOT_SCALE),
    feeIn: input.side === 'buy' ? 'base' : 'quote',
    feeRate,
    receive: formatScaled(received - fee, SPOT_SCALE),
  };
}

/** Returns the lowest and the highest price that lie within `rate` of the index, both on the price grid and both allowed. */
export function calculatePriceBand({ indexPrice, rate, tickSize }: { indexPrice: string; rate: string; tickSize: string }): {
  lowest: string;
  highest: string;
} {
  const scaled = requireDecimal(rate);
  const one = powerOfTen(scaled.scale);
  return {
    lowest: roundToStep(multiplyDecimals(indexPrice, formatScaled(one - scaled.units, scaled.scale)), tickSize, 'up'),
    highest: roundToStep(multiplyDecimals(indexPrice, formatScaled(one + scaled.units, scaled.scale)), tickSize, 'down'),
  };
}

/** Returns why `price` can't be a limit price, or null. Without an index price the band isn't checked. */
export function findPriceProblem({
  rules,
  price,
  indexPrice,
}: {
  rules: OrderRules;
  price: string;
  indexPrice: string | null;
}): SpotProblem | null {
  const units = toScaled(price, SPOT_SCALE);
  if (units === null || units <= 0n || !isMultipleOf(price, rules.tickSize)) {
    return { code: 'ORDER_PRICE_INVALID', field: 'price', params: { tick: rules.tickSize } };
  }
  if (indexPrice === null) return null;
  const band = calculatePriceBand({ indexPrice, rate: rules.priceBandRate, tickSize: rules.tickSize });
  if (compareDecimals(price, band.lowest) < 0 || compareDecimals(price, band.highest) > 0) {
    return { code: 'ORDER_PRICE_OUT_OF_RANGE', field: 'price', params: { min: band.lowest, max: band.highest } };
  }
  return null;
}

/** Returns why `quantity` can't be ordered, or null. */
export function findQuantityProblem({ rules, quantity }: { rules: OrderRules; quantity: string }): SpotProblem | null {
  const units = toScaled(quantity, SPOT_SCALE);
  if (units === null || units <= 0n || !isMultipleOf(quantity, rules.stepSize)) {
    return { code: 'ORDER_QUANTITY_INVALID', field: 'quantity', params: { step: rules.stepSize } };
  }
  if (compareDecimals(quantity, rules.quantityMin) < 0 || compareDecimals(quantity, rules.quantityMax) > 0) {
    return { code: 'ORDER_QUANTITY_OUT_OF_RANGE', field: 'quantity', params: { min: rules.quantityMin, max: rules.quantityMax } };
  }
  return null;
}

/**
 * Returns the first problem of an order, or null: price grid and band, quantity grid and limits, then its value (a market order is
 * valued at the index price). `price` is null for a market order.
 */
export function findOrderProblem(input: {
  rules: OrderRules;
  price: string | null;
  quantity: string;
  indexPrice: string | null;
}): SpotProblem | null {
  const { rules, price, quantity, indexPrice } = input;
  const problem = (price === null ? null : findPriceProblem({ rules, price, indexPrice })) ?? findQuantityProblem({ rules, quantity });
  if (problem !== null) return problem;
  const valuedAt = price ?? indexPrice;
  if (valuedAt !== null && compareDecimals(multiplyDecimals(valuedAt, quantity), rules.minNotional) < 0) {
    return { code: 'ORDER_NOTIONAL_TOO_SMALL', field: 'quantity', params: { min: rules.minNotional } };
  }
  return null;
}
