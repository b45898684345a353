import { afterEach, beforeEach, expect, it } from 'vitest';
import { createPresaleWorld, type PresaleWorld } from '../../../tests/helpers/presale-world';
import { changePresale } from './presale.service';
import { versionOf } from './presale.terms';
import { findPresale, type Presale, type PresaleTerms } from './presale.repository';

let world: PresaleWorld;
beforeEach(async () => {
  world = await createPresaleWorld();
});
afterEach(async () => {
  await world.verify();
  await world.db.close();
});

const read = async (id: string) => (await findPresale(world.db.read, id)) as Presale;
const change = (id: string, terms: Partial<PresaleTerms>) =>
  world.db.transaction((tx) => changePresale(tx, id, (presale) => ({ ...presale, ...terms })));

it.each<[string, Partial<PresaleTerms>]>([
  ['the price', { price: 250_000_000n }],
  ['when the tokens are delivered', { vesting: { first: 0, parts: 36, days: 366 } }],
  ['the soft cap', { softCap: 100n }],
])('security: %s changed between the look and the first purchase is not agreed to: nothing is bought', async (_what, terms) => {
  const sale = await world.open();
  const [ada = ''] = await world.join(1);
  const shown = versionOf(await read(sale));
  expect(await change(sale, terms)).toBe(true);
  const buy = (version: string) =>
    world.service.buy({ userId: ada, presaleId: sale, tokens: 4n, terms: version, requestId: `request ${version}` });
  await expect(buy(shown)).rejects.toMatchObject({ code: 'PRESALE_TERMS_CHANGED' });
  expect(await world.balance(ada)).toEqual({ usdt: '1000', held: '0', tokens: '0' });
  await buy(versionOf(await read(sale)));
  // What others buy is none of the terms.
  expect(versionOf(await read(sale))).toBe(versionOf({ ...(await read(sale)), sold: 0n }));
});
