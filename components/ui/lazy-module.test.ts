import { expect, it } from 'vitest';
import { createLazyModule } from './lazy-module';

it('code that could not be loaded is no error, and is there with the next one who asks', async () => {
  const tries: string[] = [];
  let isUp = false;
  const late = createLazyModule(async () => {
    tries.push(isUp ? 'up' : 'down');
    if (!isUp) throw new Error('Loading chunk 7 failed');
    return 'code';
  });
  const seen: (string | null)[] = [];
  const leave = late.subscribe(() => seen.push(late.read()));
  await late.ask();
  expect([late.read(), seen]).toEqual([null, []]);
  isUp = true;
  await Promise.all([late.ask(), late.ask()]);
  leave();
  await late.ask();
  expect([late.read(), seen, tries]).toEqual(['code', ['code'], ['down', 'up']]);
});
