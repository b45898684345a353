import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLoansWorld, type LoansWorld } from '../../../tests/helpers/loans-world';

let world: LoansWorld;
const changed = { code: 'LOAN_TERMS_CHANGED' };
beforeAll(async () => {
  world = await createLoansWorld();
});
afterAll(() => world.close());

/** What is offered, with other terms of product 2 (7 days at 0.15 %). */
function offerWith(terms: { days: number; rate: string }) {
  const offer = world.registry.readLoanTerms();
  const products = offer.terms.products.map((product) => (product.id === '2' ? { ...product, ...terms } : product));
  return { version: offer.version + 1, terms: { ...offer.terms, products } };
}

it.each([
  ['1', 'the rate alone', { days: 7, rate: '2' }],
  ['3', 'days and rate, and with them the late fee alone: all together stays as it was', { days: 2, rate: '0.9' }],
])('security: terms that change between the printing of an agreement and its booking are refused (%s): %s', async (user, _what, terms) => {
  const before = await world.balances(user);
  let reads = 0;
  world.deps.readOffer = () => (++reads === 1 ? world.registry.readLoanTerms() : offerWith(terms));
  await expect(world.apply(user, '1000')).rejects.toMatchObject(changed);
  expect(reads).toBe(2);
  world.deps.readOffer = world.registry.readLoanTerms;
  expect([await world.loans(user), await world.balances(user)]).toEqual([[], before]);
});

it('security: a late fee that was shown and is another one by now is refused, though all together stays as it was', async () => {
  world.deps.readOffer = () => offerWith({ days: 2, rate: '0.9' });
  const shown = { total: '1009', lateFee: '1.5' };
  await expect(world.apply('2', '1000', shown)).rejects.toMatchObject(changed);
  world.deps.readOffer = world.registry.readLoanTerms;
  expect(await world.loan('2', await world.apply('2', '1000', shown))).toMatchObject({ rate: '0.15', days: 7 });
});
