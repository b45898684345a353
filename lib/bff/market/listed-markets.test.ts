import { describe, expect, it } from 'vitest';
import { AppError } from '../../errors/app-error';
import { createMarketList } from './listed-markets';

/** A list that is asked for by hand. */
function start() {
  const clock = { now: 0 };
  const told = { asked: 0, answer: (): Promise<string[]> => Promise.resolve(['BTC-USDT']) };
  const list = createMarketList({
    now: () => clock.now,
    read: () => {
      told.asked += 1;
      return told.answer();
    },
  });
  return { clock, told, list };
}
const down = () => Promise.reject(new AppError('LEGACY_UNREACHABLE'));

describe('the list of markets', () => {
  it('security: is asked for once in a while, whatever names are made up', async () => {
    const { list, told } = start();
    const answers = await Promise.all(Array.from({ length: 500 }, (_, index) => list.has(`A${index}-USDT`)));
    expect([new Set(answers), told.asked]).toEqual([new Set([false]), 1]);
  });
  it('knows a new market after a while', async () => {
    const { list, told, clock } = start();
    expect(await list.has('NEW-USDT')).toBe(false);
    told.answer = () => Promise.resolve(['BTC-USDT', 'NEW-USDT']);
    clock.now = 5_000;
    expect(await list.has('NEW-USDT')).toBe(true);
  });
  it('is no cliff: unknown says so, what was known stays, and neither failures nor an empty list are asked for each time', async () => {
    const { list, told, clock } = start();
    told.answer = down;
    expect([await list.has('BTC-USDT'), await list.has('BTC-USDT'), told.asked]).toEqual([null, null, 1]);
    clock.now = 5_000;
    told.answer = () => Promise.resolve(['BTC-USDT']);
    expect(await list.has('BTC-USDT')).toBe(true);
    for (const answer of [down, () => Promise.resolve([])]) {
      clock.now += 5_000;
      told.answer = answer;
      expect([await list.has('BTC-USDT'), await list.has('AAA-USDT')]).toEqual([true, false]);
    }
  });
  it('answers at once for a market that it knows, also while the exchange is silent', async () => {
    const { list, told, clock } = start();
    await list.has('BTC-USDT');
    clock.now = 5_000;
    told.answer = () => new Promise(() => undefined);
    expect(await list.has('BTC-USDT')).toBe(true);
  });
});
