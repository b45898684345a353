import { toScaled } from '../../../lib/rules/decimal';
import { findOrderProblem, type OrderRules, SPOT_SCALE } from '../../../lib/rules/spot';
import { DomainError } from '../../platform/domain-error';
import type { RestingOrder } from './matching.order-record';
import { formatSteps, formatTicks, type MarketTerms, stepsOfUnits, toSteps, toTicks } from './matching.terms';
import { formatAmount } from './matching.wire';

/**
 * What an owner wants an order to be; null: as it is. `quantity` is the total, what was filled of it included. `exits`: of an order that has some, or
 * shall.
 */
export type AmendInput = {
  orderId: string;
  price: string | null;
  quantity: string | null;
  requestId: string;
  exits?: ExitParams | undefined;
};

/** Take-profit and stop-loss as requested: undefined keeps one, null removes it. */
export type ExitParams = {
  takeProfit?: string | null | undefined;
  stopLoss?: string | null | undefined;
  stopLossLimit?: string | null | undefined;
};

type ExitFields = { tp?: string | undefined; sl?: string | undefined; sl_limit?: string | undefined };

/** Returns the exits that the fields of a call request, `none` removing one; undefined when no field is given. */
export function toExitParams({ tp, sl, sl_limit }: ExitFields): ExitParams | undefined {
  if (tp === undefined && sl === undefined && sl_limit === undefined) return undefined;
  const read = (field: string | undefined) => (field === 'none' ? null : field);
  return { takeProfit: read(tp), stopLoss: read(sl), stopLossLimit: sl_limit };
}

/**
 * A resting order as it shall be: limit in ticks, total and rest in steps; `rules` is what it is judged by. It keeps its place only where it doesn't
 * become larger at the same price.
 */
export type AmendPlan = {
  price: string;
  limit: number;
  quantity: string;
  steps: number;
  rest: number;
  keepsPlace: boolean;
  rules: OrderRules;
};

type Plan = {
  terms: MarketTerms;
  order: { quantity: bigint; filled: bigint };
  resting: RestingOrder;
  input: Pick<AmendInput, 'price' | 'quantity'>;
  /** Something else of it changes as well. */
  hasMore: boolean;
};

/**
 * Returns what an amended order is judged by: what doesn't become larger was accepted under limits that may have been wider, and stays so.
 * `before` in base units; `quantity` is the total that it shall have.
 */
export function rulesToAmend(terms: MarketTerms, { before, quantity }: { before: bigint; quantity: string }): OrderRules {
  const after = toScaled(quantity, SPOT_SCALE);
  return after !== null && after <= before ? terms.widest : terms.rules;
}

/**
 * Returns what becomes of a resting order, before anything is asked of the market.
 * @throws ORDER_PRICE_INVALID and its like, ORDER_AMEND_BELOW_FILLED when nothing would be left to fill, ORDER_UNCHANGED
 */
export function planAmend({ terms, order, resting, input, hasMore }: Plan): AmendPlan {
  const price = input.price ?? formatTicks(terms, resting.price);
  const quantity = input.quantity ?? formatAmount(order.quantity);
  const rules = rulesToAmend(terms, { before: order.quantity, quantity });
  const problem = findOrderProblem({ rules, price, quantity, indexPrice: null });
  if (problem !== null) throw new DomainError(problem.code, { params: problem.params });
  const [limit, steps] = [toTicks(terms, price), toSteps(terms, quantity)];
  const rest = steps - stepsOfUnits(terms, order.filled);
  if (rest <= 0) throw new DomainError('ORDER_AMEND_BELOW_FILLED', { params: { filled: formatAmount(order.filled) } });
  const isSamePrice = limit === resting.price;
  if (isSamePrice && rest === resting.rest && !hasMore) throw new DomainError('ORDER_UNCHANGED');
  const plan = { price: formatTicks(terms, limit), limit, quantity: formatSteps(terms, steps), steps, rest, rules };
  return { ...plan, keepsPlace: isSamePrice && rest <= resting.rest };
}
