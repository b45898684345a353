import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDepositsWorld, type DepositsWorld, UNIT } from '../../../tests/helpers/deposits-world';
import { countStatements } from '../../../tests/helpers/count-statements';
import { ChainUnavailable } from '../networks/networks';
import { auditCustody } from './deposits.audit';
import { SILENCE_MAX_MS } from './deposits.worker';

let world: DepositsWorld;
beforeEach(async () => {
  world = await createDepositsWorld();
});
afterEach(() => world.close());

describe('a deposit', () => {
  it('is seen in its first block, confirmed block by block, and credited in its fifth, once', async () => {
    await world.send({ amount: 500n * UNIT });
    await world.round();
    expect(await world.list()).toEqual([]);
    for (let confirmations = 1; confirmations < 5; confirmations += 1) {
      await world.mine();
      await world.round();
      expect(await world.call('x.deposits')).toMatchObject([{ state: 'confirming', num: '500', confirmations, needed: 5, credited: null }]);
      expect(await world.balanceOf('7')).toBe(0n);
    }
    await world.mine();
    for (let time = 0; time < 3; time += 1) await world.round();
    expect(await world.call('x.deposits')).toMatchObject([{ state: 'credited', confirmations: 5, credited: '500', expected: null }]);
    expect(await world.balanceOf('7')).toBe(50_000_000_000n);
    expect(await world.events()).toEqual(['deposit.seen', 'deposit.credited']);
    expect(world.heard).toEqual(
      ['seen', 'credited'].map(() => ({ kind: 'account', userId: '7', mode: 'real', changed: ['balances', 'deposits'], market: null })),
    );
    expect(await world.findFaults()).toEqual([]);
  });

  it('to somebody else, of nothing that is listed, or to nobody of ours, is not mixed up', async () => {
    await world.send({ amount: 3n * UNIT, userId: '8', asset: 'ETH' });
    await world.send({ amount: 4n * UNIT, asset: 'LINK' });
    await world.send({ amount: 5n * UNIT, to: `0x${'1'.repeat(40)}` });
    await world.send({ amount: 6n * UNIT, to: (await world.addressOf('7')).toLowerCase() });
    await world.mine(5);
    await world.round();
    expect(await world.list()).toHaveLength(2);
    expect([await world.balanceOf('7'), await world.balanceOf('8'), await world.balanceOf('8', 'ETH')]).toEqual([
      600_000_000n,
      0n,
      300_000_000n,
    ]);
    expect(await world.call('x.deposits', {}, '8')).toMatchObject([{ coin: 'ETH', num: '3' }]);
  });

  it('keeps what the ledger cannot hold, to the last of 18 decimals', async () => {
    for (const amount of [1n, 10n ** 10n - 1n, 15n * 10n ** 9n, 123_456_789_012_345_678n]) await world.send({ amount, asset: 'ETH' });
    await world.mine(5);
    await world.round();
    expect(await world.balanceOf('7', 'ETH')).toBe(12_345_679n);
    const { rows } = await world.db.read.query("SELECT balance FROM ledger_accounts WHERE address = 'house:real:rounding:ETH'");
    expect(rows).toEqual([{ balance: '2' }]);
    expect((await world.db.read.query('SELECT amount FROM deposit_dust')).rows).toEqual([{ amount: '24012345678' }]);
    expect(await world.findFaults()).toEqual([]);
  });

  it('is found after hours in which nobody looked, in pieces', async () => {
    await world.send({ amount: UNIT });
    await world.mine(1_200);
    await world.round();
    expect(await world.list()).toMatchObject([{ state: 'credited' }]);
    expect((await world.db.read.query('SELECT block FROM deposit_cursors')).rows).toEqual([{ block: '1200' }]);
  });

  it('is credited once by two processes that both think they watch', async () => {
    const other = await createDepositsWorld({ db: world.db });
    await world.send({ amount: 7n * UNIT });
    for (let block = 0; block < 6; block += 1) {
      await world.mine();
      await Promise.all([world.round(), other.round(), world.round()]);
    }
    expect(await world.balanceOf('7')).toBe(700_000_000n);
    expect(await world.findFaults()).toEqual([]);
    await other.close();
  });

  it('never changes once it was written, and never leaves its credit', async () => {
    await world.send({ amount: UNIT });
    await world.mine(5);
    await world.round();
    for (const change of [
      'amount = 2',
      'user_id = 8',
      "state = 'orphaned', block = NULL, block_hash = NULL, credited = NULL, credited_at = NULL",
    ]) {
      await expect(world.db.read.query(`UPDATE deposits SET ${change}`)).rejects.toThrow('is refused');
    }
    await expect(world.db.read.query('DELETE FROM deposits')).rejects.toThrow('is refused');
  });
});

describe('a reorganisation', () => {
  it.each([1, 2, 3, 4])(
    'of %i blocks before the credit undoes what was only seen; it goes on when the transaction comes back',
    async (depth) => {
      await world.mine(3);
      await world.round();
      await world.send({ amount: UNIT });
      await world.mine(4);
      await world.round();
      const [before] = await world.list();
      await world.chain.reorganise({ depth, isKept: true });
      await world.round();
      const isUndone = depth === 4;
      expect(await world.list()).toEqual([isUndone ? { state: 'orphaned', block: null, credited: null } : before]);
      await world.mine(5);
      await world.round();
      expect(await world.list()).toMatchObject([{ state: 'credited', credited: '100000000' }]);
      expect(await world.balanceOf('7')).toBe(100_000_000n);
      expect(await world.events()).toEqual(['deposit.seen', ...(isUndone ? ['deposit.orphaned'] : []), 'deposit.credited']);
      expect(await world.pauses()).toEqual([]);
      expect(await world.findFaults()).toEqual([]);
    },
  );

  it('that drops the transaction for good leaves it orphaned, never credited', async () => {
    await world.mine(3);
    await world.round();
    await world.send({ amount: UNIT });
    await world.mine(2);
    await world.round();
    await world.chain.reorganise({ depth: 3, isKept: false });
    await world.mine(20);
    await world.round();
    expect(await world.call('x.deposits')).toMatchObject([{ state: 'orphaned', confirmations: 0 }]);
    expect(await world.balanceOf('7')).toBe(0n);
    expect(await world.findFaults()).toEqual([]);
  });

  it('of 5 blocks after the credit leaves the credit; the house carries it, in view, until the transaction is back', async () => {
    await world.mine(2);
    await world.round();
    const hash = await world.send({ amount: UNIT });
    await world.mine(5);
    await world.round();
    await world.chain.reorganise({ depth: 5, isKept: true });
    await world.round();
    expect(await world.list()).toEqual([{ state: 'credited', block: null, credited: '100000000' }]);
    const custody = await world.module.audits[1]?.run(world.db);
    expect(custody?.figures).toContainEqual(expect.stringMatching(/ERC20 USDT: .*came in and has not left 1, carried 1$/));
    await world.mine(5);
    await world.round();
    expect(await world.list()).toMatchObject([{ state: 'credited', block: expect.any(String) }]);
    expect(await world.balanceOf('7')).toBe(100_000_000n);
    expect(await world.chain.findTransaction(hash)).toMatchObject({ confirmations: 5 });
    expect(await world.findFaults()).toEqual([]);
  });

  it.each([6, 7])('of %i blocks pauses the network and undoes nothing', async (depth) => {
    await world.mine(3);
    await world.round();
    await world.send({ amount: UNIT });
    await world.mine(5);
    await world.send({ amount: 2n * UNIT });
    await world.mine(2);
    await world.round();
    const before = await world.list();
    await world.chain.reorganise({ depth, isKept: true });
    await world.mine(10);
    await world.round();
    expect(await world.pauses()).toEqual(['deep_reorganisation']);
    expect(await world.list()).toEqual(before);
    expect(await world.call('x.networks')).toMatchObject([{ network: 'ERC20', paused: { reason: 'deep_reorganisation' } }, {}, {}]);
    expect(await world.balanceOf('7')).toBe(100_000_000n);
  });
});

it('a look at a chain that stands still, with nothing confirmed, begins no transaction: nothing is locked or written', async () => {
  const { db, sent } = countStatements(world.db);
  const watched = await createDepositsWorld({ db });
  await watched.send({ amount: UNIT });
  await watched.mine(4);
  await watched.round();
  sent.length = 0;
  await watched.round();
  expect(sent.filter((text) => text === 'BEGIN')).toEqual([]);
  await watched.mine();
  await watched.round();
  expect(await watched.balanceOf('7')).toBe(100_000_000n);
  await watched.close();
});

describe('a chain that cannot be trusted', () => {
  it('is paused after five minutes of silence and goes on when it is heard again', async () => {
    let isSilent = false;
    const silenced = await createDepositsWorld({
      db: world.db,
      chain: (chain) => ({
        readHead: async () => {
          if (isSilent) throw new ChainUnavailable('silent', 'no answer');
          return chain.readHead();
        },
      }),
    });
    await silenced.send({ amount: UNIT });
    await silenced.mine(4);
    await silenced.round();
    isSilent = true;
    await silenced.mine(1);
    await silenced.round();
    silenced.time.now += SILENCE_MAX_MS - 1;
    await silenced.round();
    expect(await silenced.pauses()).toEqual([]);
    silenced.time.now += 1;
    await silenced.round();
    expect(await silenced.pauses()).toEqual(['silent']);
    expect(await silenced.platform.metrics.render()).toMatchObject({
      body: expect.stringContaining('exchange_alarms_total{kind="network_paused"} 1'),
    });
    isSilent = false;
    await silenced.round();
    expect([await silenced.pauses(), await silenced.balanceOf('7')]).toEqual([[], 100_000_000n]);
    await silenced.close();
  });

  it('is paused when its newest block stays the same, and credits nothing meanwhile', async () => {
    await world.send({ amount: UNIT });
    await world.mine(4);
    await world.round();
    world.time.now += SILENCE_MAX_MS;
    await world.round();
    expect(await world.pauses()).toEqual(['silent']);
    await world.mine(1);
    await world.round();
    expect([await world.pauses(), await world.balanceOf('7')]).toEqual([[], 100_000_000n]);
  });
});

it('custody is not proved while money that came in lies on a network that is not offered any more', async () => {
  await world.send({ amount: UNIT });
  await world.mine(5);
  await world.round();
  const closed = {
    ...world.networks,
    list: () => world.networks.list().map((network) => ({ ...network, isOffered: false })),
    chainOf: () => {
      throw new Error('not offered');
    },
  };
  expect(await auditCustody(world.db, closed)).toEqual({ figures: [], faults: ['ERC20 USDT could not be asked: not offered'] });
});
