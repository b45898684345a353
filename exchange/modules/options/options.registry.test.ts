import { afterEach, beforeEach, expect, it } from 'vitest';
import { createOptionsWorld, NOON } from '../../../tests/helpers/options-world';
import { insertVersion } from '../registry/registry.repository';

let world: Awaited<ReturnType<typeof createOptionsWorld>>;
beforeEach(async () => {
  world = await createOptionsWorld();
  await world.join('7');
});
afterEach(() => world.db.close());

it('a contract keeps the terms under which it was bought, and the next one has those in force then', async () => {
  const before = await world.buy('7', 'up 100 30');
  const terms = { durations: [{ seconds: 60, ratio: '0.5' }], stakeMin: '20', stakeMax: '50', openMax: 2 };
  const change = { kind: 'product', code: 'option', version: 2, terms, announcedAt: NOON, note: 'less' } as const;
  await insertVersion(world.db.read, { ...change, takesEffectAt: NOON + 20_000 });
  await world.registry.refresh();
  world.at(19);
  expect((await world.buy('7', 'up 100 30')).order).toMatchObject({ ratio: '0.82', time: 30 });
  world.at(20);
  await expect(world.buy('7', 'up 30 30')).rejects.toMatchObject({ code: 'REQUEST_INVALID' });
  await expect(world.buy('7', 'up 60 60')).rejects.toMatchObject({ code: 'OPTION_STAKE_OUT_OF_RANGE', params: { min: '20', max: '50' } });
  await expect(world.buy('7', 'up 30 60')).rejects.toMatchObject({ code: 'OPTIONS_OPEN_TOO_MANY', params: { max: '2' } });
  const kept = await world.service.list({ userId: '7', mode: 'demo' }, { market: null, states: ['pending'], page: 1 });
  expect(kept.find(({ id }) => id === before.id)).toMatchObject({ ratio: '0.82', durationMs: 30_000, profit: 82n * 10n ** 8n });
});

it('nothing is bought when a right guess earns another amount than the screen said', async () => {
  await expect(world.buy('7', 'up 100 30', { ratio: '0.9' })).rejects.toMatchObject({ code: 'OPTION_TERMS_CHANGED' });
  expect(await world.available('7')).toBe('1000');
  expect((await world.buy('7', 'up 100 30', { ratio: '0.82' })).order).toMatchObject({ ratio: '0.82' });
});
