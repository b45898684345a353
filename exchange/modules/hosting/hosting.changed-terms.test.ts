import { afterEach, beforeEach, expect, it } from 'vitest';
import { createHostingWorld, type HostingWorld } from '../../../tests/helpers/hosting-world';
import { reshapeBook } from '../../../lib/bff/hosting/reshape';
import { hostingBook } from '../../../lib/protocol/hosting';
import type { HostingPlan } from '../registry/registry';
import { toBookWire } from './hosting.record';
import { versionOf } from './hosting.terms';

let world: HostingWorld;
let published: HostingWorld['offer']['read'];
beforeEach(async () => {
  world = await createHostingWorld();
  published = world.offer.read;
});
afterEach(async () => {
  await world.verify();
  await world.db.close();
});

const WHOLE = { available: '100000', held: '0' };
/** The version of plan 1 as it is shown. */
async function readShown(): Promise<string> {
  const [plan] = await world.service.listOffered('real');
  if (plan?.id !== 1) throw new Error('plan 1 is not offered');
  return versionOf(plan, plan.book);
}
/** Publishes other terms of plan 1; what it is in is another version. */
function publish(terms: Partial<HostingPlan>): void {
  const { version, plans, ...rest } = published();
  world.offer.read = () => ({ ...rest, version: version + 1, plans: plans.map((plan) => (plan.id === 1 ? { ...plan, ...terms } : plan)) });
}

it.each<[string, Partial<HostingPlan>]>([
  ['the fee on profit', { feeRate: '0.3' }],
  ['the cost of leaving early', { exitRate: '0.05' }],
  ['the days', { days: 60 }],
  ['the smallest amount', { amountMin: '200' }],
])('security: %s that changed since it was shown is not agreed to: nothing is hosted', async (_what, terms) => {
  const user = await world.join();
  const shown = await readShown();
  publish(terms);
  await expect(world.subscribe(user, { amount: '1000', terms: shown })).rejects.toMatchObject({ code: 'HOSTING_TERMS_CHANGED' });
  expect(await world.balance(user)).toEqual(WHOLE);
  await world.subscribe(user, { amount: '1000', terms: await readShown() });
});

it('takes who was shown no terms, and other changes than those of the plan are none of its terms', async () => {
  const user = await world.join();
  const shown = await readShown();
  await world.subscribe(user, { amount: '1000' });
  publish({ quota: '900000' });
  await world.subscribe(user, { amount: '1000', terms: shown });
  expect(await readShown()).toBe(shown);
});

it('books one version: terms that are published while somebody waits for their turn are not mixed with those before', async () => {
  const user = await world.join();
  const before = published();
  let reads = 0;
  world.offer.read = () => {
    reads += 1;
    if (reads === 2) publish({ feeRate: '0.3' });
    return reads === 1 ? before : world.offer.read();
  };
  const { id } = await world.subscribe(user, { amount: '1000' });
  const { version, feeRate } = await world.position(user, id);
  expect({ version, feeRate }).toEqual({ version: before.version, feeRate: 200_000_000_000n });
});

it('the book of a plan that is no longer offered still says the rules that it goes by', async () => {
  const { rules } = (await world.book()).terms;
  world.offer.read = () => ({ ...published(), plans: [] });
  expect(await world.service.listOffered('real')).toEqual([]);
  const wire = toBookWire(await world.service.readBook(1, 'real'));
  expect(reshapeBook(hostingBook.answer.parse(wire)).rules).toEqual(rules);
});
