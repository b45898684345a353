import { afterEach, beforeEach, expect, it } from 'vitest';
import { createPerpetualWorld, type PerpetualWorld } from '../../../tests/helpers/perpetual-world';
import { auditPerpetual } from './perpetual';

let world: PerpetualWorld;
beforeEach(async () => {
  world = await createPerpetualWorld();
  await world.fund('1', '10000');
  await world.fund('2', '10000');
  await world.place('2', 'sell 2 at 2000');
  await world.place('1', 'buy 2 at 2000');
});
afterEach(() => world.db.close());

it('finds one unit that a position costs more than it did', async () => {
  expect(await auditPerpetual(world.db)).toEqual([]);
  await world.db.read.query("UPDATE perpetual_positions SET cost = cost + 1 WHERE side = 'long'");
  expect(await auditPerpetual(world.db)).toEqual(['perpetual real ETH-USDT: clearing is off by 1, longs less shorts are 0']);
});

it('finds margin that no account holds, and contracts that nobody is on the other side of', async () => {
  await world.db.read.query("UPDATE perpetual_positions SET margin = margin + 5 WHERE side = 'short'");
  await world.db.read.query(
    "UPDATE perpetual_positions SET quantity = quantity - 100, opened_quantity = opened_quantity - 100 WHERE side = 'short'",
  );
  expect(await auditPerpetual(world.db)).toEqual([
    'perpetual real ETH-USDT: clearing is off by 0, longs less shorts are 100',
    'perpetual margin of real user 2 is off by -5',
  ]);
});
