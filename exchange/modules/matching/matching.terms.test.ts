import { expect, it } from 'vitest';
import { findOrderProblem } from '../../../lib/rules/spot';
import { toListedTerms } from './matching.terms';

const listed = {
  ...{ market: 'BTC-USDT', base: 'BTC', quote: 'USDT', tickSize: '0.01', stepSize: '0.001' },
  ...{ quantityMin: '0.001', quantityMax: '10', minNotional: '5', priceBandRate: '0.1' },
  widest: { quantityMin: '0.001', quantityMax: '10', minNotional: '5' },
};

it('an order is judged by the limits in force when it is asked, one that goes on by the widest there were', () => {
  const market = { ...listed };
  const terms = toListedTerms(market);
  const judge = (rules = terms.rules, price = '100', quantity = '0.06') =>
    findOrderProblem({ rules, price, quantity, indexPrice: '100' })?.code ?? null;
  expect(judge()).toBeNull();
  Object.assign(market, { quantityMax: '5', minNotional: '7', priceBandRate: '0.02' });
  expect(judge()).toBe('ORDER_NOTIONAL_TOO_SMALL');
  expect(judge(terms.rules, '100', '6')).toBe('ORDER_QUANTITY_OUT_OF_RANGE');
  expect(judge(terms.rules, '105', '1')).toBe('ORDER_PRICE_OUT_OF_RANGE');
  expect([judge(terms.widest), judge(terms.widest, '100', '6')]).toEqual([null, null]);
});
