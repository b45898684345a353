import { expect, it } from 'vitest';
import { createDyingDatabase } from '../../../tests/helpers/dying-database';
import { createOptionsWorld } from '../../../tests/helpers/options-world';
import { createSettlement } from './options.settlement';

const WON = ['101', '101', '101', '101', '101'];

it.each([
  { name: 'won', prices: WON, state: 'won 100 101', available: '1082' },
  { name: 'lost', prices: ['99', '99', '99', '99', '99'], state: 'lost 100 99', available: '900' },
  { name: 'refunded', prices: [], state: 'refunded no_delivery 100', available: '1000' },
])(
  'a contract that is $name, killed at each step from its purchase price to its result, is settled once',
  async ({ prices, state, available }) => {
    const world = await createOptionsWorld();
    const dying = createDyingDatabase(world.db);
    const settlement = createSettlement({ ...world.platform, db: dying.db });
    const ends = await dying.killAtEach({
      async prepare(n) {
        const from = n * 1_000;
        world.at(from);
        await world.join(String(n));
        await world.print(from, '99');
        await world.buy(String(n), 'up 100');
        await world.print(from + 1, '100');
        await world.printAll(from + 27, prices);
        world.at(from + 500);
      },
      work: () => settlement.run(),
      async look(n) {
        const [shown = ''] = await world.show(String(n));
        expect(['pending', 'running 100', state], `killed at ${n}`).toContain(shown);
        for (let again = 0; again < 2; again += 1) await world.settlement.run();
        expect([await world.show(String(n)), await world.available(String(n))], `killed at ${n}`).toEqual([[state], available]);
      },
    });
    expect(ends).toBeGreaterThan(10);
    expect((await world.house()).slice(1)).toEqual(['0', '0']);
    await world.verify();
  },
);
