import { expect, it, vi } from 'vitest';
import { createDepositsWorld, UNIT } from '../../../tests/helpers/deposits-world';

const hashOf = (n: number) => `0x${String(n).padStart(64, '0')}`;

it('security: one person asks the chains no more than ten times at once, and always finds the own deposits', async () => {
  let asked = 0;
  const world = await createDepositsWorld({
    isRateLimited: true,
    chain: (chain) => ({
      findTransaction: (txid) => {
        asked += 1;
        return chain.findTransaction(txid);
      },
    }),
  });
  const own = await world.send({ amount: UNIT });
  await world.mine(1);
  await world.round();
  const find = (hash: string, userId = '7') => world.call<{ state: string }>('x.findDeposit', { hash }, userId);
  for (let n = 0; n < 10; n += 1) await find(hashOf(n));
  const before = asked;
  await expect(find(hashOf(10))).rejects.toThrow('RATE_LIMITED');
  expect(asked).toBe(before);
  expect(await find(own)).toMatchObject({ state: 'confirming' });
  expect(await find(hashOf(10), '8')).toMatchObject({ state: 'not_seen' });
  world.time.now += 6_000;
  expect(await find(hashOf(10))).toMatchObject({ state: 'not_seen' });
  await world.close();
});

const [ASKED, ANSWERED] = [50, 24];
const REFUSED = ASKED - ANSWERED;

it('security: however many ask, the chains are asked by four at once and the others wait or are refused', async () => {
  let running = 0;
  let most = 0;
  let refused = 0;
  const world = await createDepositsWorld({
    chain: () => ({
      findTransaction: async () => {
        running += 1;
        most = Math.max(most, running);
        // No chain answers before all have asked.
        await vi.waitUntil(() => refused >= REFUSED, { timeout: 120_000 });
        running -= 1;
        return null;
      },
    }),
  });
  const ask = (n: number) =>
    world.call('x.findDeposit', { hash: hashOf(n) }).catch(() => {
      refused += 1;
    });
  await Promise.all(Array.from({ length: ASKED }, (_, n) => ask(n)));
  // Each asks three networks.
  expect(most).toBeLessThanOrEqual(4 * 3);
  expect(refused).toBe(REFUSED);
  await world.close();
});

it('security: a transaction of thousands of transfers costs no more statements than one of a single transfer', async () => {
  const to = `0x${'5'.repeat(40)}`;
  const transfers = (count: number) =>
    Array.from({ length: count }, (_, logIndex) => ({ txid: 'x', logIndex, asset: null, from: to, to, amount: 1n }));
  let count = 1;
  const world = await createDepositsWorld({
    chain: () => ({
      findTransaction: async (txid) => ({ txid, block: null, confirmations: 0, isFailed: false, transfers: transfers(count), fee: null }),
    }),
  });
  const cost = async (hash: string) => {
    const { query } = world.db.read;
    let statements = 0;
    world.db.read.query = (...asked: Parameters<typeof query>) => {
      statements += 1;
      return query.apply(world.db.read, asked) as never;
    };
    expect(await world.call('x.findDeposit', { hash })).toMatchObject({ state: 'other_address' });
    world.db.read.query = query;
    return statements;
  };
  const one = await cost(hashOf(1));
  count = 5_000;
  expect(await cost(hashOf(2))).toBe(one);
  await world.close();
});
