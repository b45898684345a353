import { afterEach, beforeEach, expect, it } from 'vitest';
import { createStakingWorld, type StakingWorld } from '../../../tests/helpers/staking-world';
import { formatDailyPercent, toRate } from '../../../lib/rules/staking';
import type { StakingTerm } from '../registry/registry';
import { versionOf } from './earn.terms';

let world: StakingWorld;
let published: StakingWorld['published']['read'];
beforeEach(async () => {
  world = await createStakingWorld();
  published = world.published.read;
});
afterEach(async () => {
  await world.verify();
  await world.db.close();
});

function readTerm(id: number): StakingTerm {
  const term = world.published.read().terms.find((each) => each.id === id);
  if (term === undefined) throw new Error(`term ${id} is not offered`);
  return term;
}
/** Publishes other terms of one; what it is in is another version. */
function publish(id: number, changed: Partial<StakingTerm>): void {
  const { version, terms, ...rest } = published();
  world.published.read = () => ({
    ...rest,
    version: version + 1,
    terms: terms.map((term) => (term.id === id ? { ...term, ...changed } : term)),
  });
}

it.each<[string, number, string, Partial<StakingTerm>]>([
  ['the days, at the same rate', 1, 'USDT', { days: 60 }],
  ['how long a day is', 1, 'USDT', { dayMs: 60_000 }],
  ['how long the principal waits for its way back', 11, 'ETH', { exitDays: 60 }],
  ['how long it waits until it earns', 11, 'ETH', { waitDays: 60 }],
])('security: %s changed since it was shown, is not agreed to: nothing is staked', async (_what, id, coin, changed) => {
  const user = await world.join({ asset: coin });
  const term = readTerm(id);
  const [shown, input] = [
    versionOf(term),
    { term: String(id), coin, amount: term.amountMin, rate: formatDailyPercent(toRate(term.rateMin)) },
  ];
  publish(id, changed);
  await expect(world.subscribe(user, { ...input, terms: shown })).rejects.toMatchObject({ code: 'STAKING_TERMS_CHANGED' });
  expect(await world.balance(user, coin)).toEqual({ available: '100000', held: '0' });
  await world.subscribe(user, { ...input, terms: versionOf(readTerm(id)) });
});

it('takes who was shown no terms', async () => {
  const user = await world.join();
  publish(1, { days: 60 });
  await world.subscribe(user, { term: '1', amount: '1000' });
});

it('books one version: terms that are published while somebody waits for their turn are not mixed with those before', async () => {
  const user = await world.join();
  const before = published();
  let reads = 0;
  world.published.read = () => {
    reads += 1;
    if (reads === 2) publish(1, { rateMin: '0.0001' });
    return reads === 1 ? before : world.published.read();
  };
  const { id } = await world.subscribe(user, { term: '1', amount: '100' });
  const sql = 'SELECT version FROM staking_positions WHERE id = $1';
  const { rows } = await world.db.read.query<{ version: number }>(sql, [id]);
  expect([Number(rows[0]?.version), (await world.position(user, id)).rate]).toEqual([before.version, toRate('0.0002')]);
});
