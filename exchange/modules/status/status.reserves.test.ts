import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDepositsWorld, type DepositsWorld, UNIT } from '../../../tests/helpers/deposits-world';
import { openServiceAccount } from '../accounts/accounts';
import { postJournals } from '../ledger/ledger';
import { sumOwned } from '../liabilities/liabilities';
import { keepMembers, readReserves, saveReserves } from './status.reserves';

let world: DepositsWorld;
beforeAll(async () => {
  world = await createDepositsWorld();
});
afterAll(() => world.close());

async function grant(userId: string, mode: 'real' | 'demo', amount: bigint): Promise<void> {
  const postings = [
    { address: `outside:${mode}:issuance:USDT`, amount: -amount },
    { address: `user:${userId}:${mode}:USDT:available`, amount },
  ];
  await world.db.transaction((tx) => postJournals(tx, [{ code: 'FAUCET', reference: `${userId}:${mode}`, at: 1, postings }]));
}
const lookAtChains = async () => (await world.module.audits[1]!.run(world.db)).reserves ?? null;
const read = () => readReserves(world.db.read);

describe('reserves', () => {
  it('were never looked at: nothing is said of them', async () => {
    expect(await read()).toBeNull();
  });

  it('stand beside what persons own on the real account: neither play money nor what the house trades with counts', async () => {
    await world.send({ amount: 2n * UNIT });
    await world.mine(5);
    await world.round();
    await grant('8', 'real', 300_000_000n);
    await grant('8', 'demo', 900_000_000n);
    const [desk, book] = await Promise.all(
      ['desk', 'book'].map((username) => world.db.transaction((tx) => openServiceAccount(tx, { username, at: 1 }))),
    );
    await grant(desk!, 'real', 7_000_000_000n);
    await grant(book!, 'real', 50_000_000n);
    await world.db.read.query(
      `INSERT INTO hosting_books (plan, mode, user_id, terms, house_units, units, high, opened_at, next_at) VALUES (1, 'real', $1, '{}', 1, 1, 1, 1, 1)`,
      [book],
    );
    const chains = await lookAtChains();
    await saveReserves(world.db.read, { at: 5, chains: chains ?? [], owned: await sumOwned(world.db.long) });
    const found = await read();
    expect(found?.at).toBe(5);
    expect(found?.assets).toContainEqual({ asset: 'USDT', shown: expect.any(String), owed: '2', members: '5.5' });
    expect(found?.assets.map(({ asset }) => asset)).toEqual(['BTC', 'ETH', 'USDC', 'USDT']);
    const shown = Number(found?.assets.find(({ asset }) => asset === 'USDT')?.shown);
    expect(shown).toBeGreaterThanOrEqual(2);
  });

  it('a later look takes the place of the one before, with what is on no chain and without what nobody has any more', async () => {
    await saveReserves(world.db.read, { at: 9, chains: [{ asset: 'ETH', shown: 1n, owed: -1n }], owned: await sumOwned(world.db.long) });
    expect(await read()).toEqual({
      at: 9,
      assets: [
        { asset: 'ETH', shown: '0.00000001', owed: '-0.00000001', members: '0' },
        { asset: 'USDT', shown: '0', owed: '0', members: '5.5' },
      ],
    });
  });

  it('what trees of the same time sum to takes the place of what was counted, those of another time change nothing', async () => {
    const members = async () => (await read())?.assets.map(({ asset, members: sum }) => [asset, sum]);
    await keepMembers(world.db.read, { at: 8, sums: new Map([['USDT', 1n]]) });
    expect(await members()).toEqual([
      ['ETH', '0'],
      ['USDT', '5.5'],
    ]);
    await keepMembers(world.db.read, { at: 9, sums: new Map([['ETH', 7n]]) });
    expect(await members()).toEqual([
      ['ETH', '0.00000007'],
      ['USDT', '0'],
    ]);
  });
});

it('of a chain that does not answer there is no sum', async () => {
  const silent = await createDepositsWorld({
    chain: () => ({ readBalance: () => Promise.reject(new Error('no node answers')) }),
  });
  const { faults, reserves } = await silent.module.audits[1]!.run(silent.db);
  expect([faults.length > 0, reserves]).toEqual([true, undefined]);
  await silent.close();
});
