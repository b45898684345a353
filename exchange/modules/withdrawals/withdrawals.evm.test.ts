import { Wallet } from 'ethers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFakeEvm, type FakeEvm } from '../../../tests/helpers/fake-evm';
import { createWithdrawalsWorld, type Member, OUTSIDE, type WithdrawalsWorld } from '../../../tests/helpers/withdrawals-world';
import { auditLedger } from '../ledger/ledger';
import { auditHolds } from '../ledger/ledger.holds-audit';

const MINUTE_MS = 60_000;
const UNIT = 10n ** 18n;
const GWEI = 10n ** 9n;
/** A key of tests. */
const wallet = new Wallet(`0x${'11'.repeat(32)}`);
let fake: FakeEvm;
let world: WithdrawalsWorld;
let ada: Member;
beforeEach(async () => {
  fake = createFakeEvm();
  fake.give('USDT', wallet.address, 1_000_000n * UNIT);
  fake.give('ETH', wallet.address, 10n * UNIT);
  world = await createWithdrawalsWorld({}, {}, { evm: { chain: fake.chain, wallet } });
  ada = await world.join('one', { USDT: 5_000n, ETH: 5n });
});
afterEach(async () => {
  expect((await auditLedger(world.db)).isClean).toBe(true);
  expect((await auditHolds(world.db, 0)).differences).toEqual([]);
  await world.close();
});

const round = () => world.module.worker.round();
const paid = (asset = 'USDT') => fake.balanceOf(asset, OUTSIDE.ERC20);
const begin = async (fields: Parameters<Member['begin']>[0] = {}) => {
  const { id } = await ada.begin(fields);
  await world.pass(MINUTE_MS);
  return id;
};
const alarms = async (kind: string) =>
  Number(new RegExp(`alarms_total\\{kind="${kind}"\\} (\\d+)`).exec((await world.platform.metrics.render()).body)?.[1] ?? 0);
const payments = async (id: string) =>
  (
    await world.db.read.query<{ nonce: string; txid: string; state: string; sent_at: string | null }>(
      'SELECT nonce, txid, state, sent_at FROM withdrawal_payments WHERE withdrawal_id = $1 ORDER BY id',
      [id],
    )
  ).rows;
const finish = async () => {
  for (let block = 0; block < 7; block += 1) {
    await round();
    fake.mine();
    world.time.now += 16_000;
  }
  await round();
};

describe('a withdrawal on an EVM chain', () => {
  it('is signed and stored before it is sent, with numbers in order, and paid once', async () => {
    fake.faults.send = 'lost-before';
    const ids = [await begin({ amount: '100' }), await begin({ amount: '200' }), await begin({ channel: 'ETH_ERC20', amount: '1' })];
    await round();
    expect(await Promise.all(ids.map(async (id) => (await ada.read(id)).state))).toEqual(['signed', 'signed', 'signed']);
    const stored = await Promise.all(ids.map(payments));
    expect(stored.map(([one]) => [one?.nonce, one?.sent_at])).toEqual([
      ['0', null],
      ['1', null],
      ['2', null],
    ]);
    fake.faults.send = 'ok';
    await finish();
    expect(await Promise.all(ids.map(async (id) => (await ada.read(id)).state))).toEqual(['done', 'done', 'done']);
    expect(await Promise.all(ids.map(async (id) => (await ada.read(id)).txid))).toEqual(stored.map(([one]) => one?.txid));
    expect([paid(), paid('ETH')]).toEqual([291n * UNIT, (97n * UNIT) / 100n]);
    expect(fake.minedNonces()).toEqual([0, 1, 2]);
  });

  it('whose send had no answer is sent again as the same bytes, whether the node had taken it or not', async () => {
    const id = await begin();
    fake.faults.send = 'lost-after';
    await round();
    await round();
    expect((await ada.read(id)).state).toBe('sent');
    fake.faults.send = 'down';
    await round();
    fake.dropAll();
    world.time.now += 16_000;
    fake.faults.send = 'ok';
    await finish();
    expect(await payments(id)).toHaveLength(1);
    expect([(await ada.read(id)).state, paid(), fake.minedNonces()]).toEqual(['done', 97n * UNIT, [0]]);
  });

  it('that is stuck in a fee spike is replaced under its number with a higher fee, and both hashes are watched', async () => {
    const id = await begin();
    await round();
    fake.faults.baseFee = 40n * GWEI;
    fake.mine();
    world.time.now += 3 * MINUTE_MS;
    await round();
    const both = await payments(id);
    expect(both.map(({ nonce }) => nonce)).toEqual(['0', '0']);
    expect((await ada.read(id)).state).toBe('sent');
    await finish();
    expect(await ada.read(id)).toMatchObject({ state: 'done', txid: both[1]?.txid });
    expect((await payments(id)).map(({ state }) => state)).toEqual(['displaced', 'paid']);
    expect([paid(), fake.minedNonces()]).toEqual([97n * UNIT, [0]]);
  });

  it('whose first transaction is taken after all is done by that one, and the replacement never counts', async () => {
    const id = await begin();
    await round();
    fake.faults.baseFee = 40n * GWEI;
    fake.mine();
    fake.faults.send = 'lost-before';
    world.time.now += 3 * MINUTE_MS;
    await round();
    fake.faults.baseFee = 10n * GWEI;
    fake.faults.send = 'ok';
    fake.mine(6);
    await round();
    const [first] = await payments(id);
    expect(await ada.read(id)).toMatchObject({ state: 'done', txid: first?.txid });
    await finish();
    expect([paid(), fake.minedNonces()]).toEqual([97n * UNIT, [0]]);
  });

  it('that failed on the chain gives the money back only when that is final', async () => {
    const id = await begin();
    fake.faults.reverts = true;
    await round();
    fake.mine(4);
    await round();
    expect(await ada.read(id)).toMatchObject({ state: 'confirming' });
    expect(await ada.usdt()).toEqual({ available: '4900', held: '100' });
    fake.mine();
    await round();
    expect(await ada.read(id)).toMatchObject({ state: 'refused', reason: 'PAYMENT_REVERTED' });
    expect(await ada.usdt()).toEqual({ available: '5000', held: '0' });
    expect([paid(), await alarms('withdrawal_reverted')]).toEqual([0n, 1]);
  });

  it('security: after one that failed people look at the next ones to that address, and to any that was never paid', async () => {
    const other = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
    const [known, fresh] = [await begin(), await begin({ channel: 'ETH_ERC20', amount: '0.5', address: other })];
    await finish();
    expect([(await ada.read(known)).state, (await ada.read(fresh)).state]).toEqual(['done', 'done']);
    fake.faults.reverts = true;
    const failed = await begin({ channel: 'ETH_ERC20', amount: '0.5', address: other });
    await finish();
    fake.faults.reverts = false;
    expect(await ada.read(failed)).toMatchObject({ state: 'refused', reason: 'PAYMENT_REVERTED' });
    const again = await begin({ channel: 'ETH_ERC20', amount: '0.1', address: other });
    expect(await ada.read(again)).toMatchObject({ state: 'review', reason: 'REVIEW_FAILED' });
    const never = await begin({ amount: '10', address: '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB' });
    expect(await ada.read(never)).toMatchObject({ state: 'review', reason: 'REVIEW_FAILED' });
    expect((await ada.read(await begin({ amount: '10' }))).state).toBe('approved');
    // 1.1 ETH were asked for within the day, the failed half of one among them: 2 are the limit.
    expect(await ada.withdraw({ channel: 'ETH_ERC20', amount: '1', address: other })).toMatchObject({ code: 'WITHDRAWAL_DAY_LIMIT' });
  });

  it('waits for a hot wallet that has too little, says so, and is paid when it has enough; smaller ones behind it go first', async () => {
    fake.give('USDT', wallet.address, -999_900n * UNIT);
    const ids = [await begin({ amount: '1000' }), await begin({ amount: '50' })];
    await finish();
    expect(await ada.read(ids[0] ?? '')).toMatchObject({ state: 'approved', delay: 'hot_wallet' });
    expect((await ada.read(ids[1] ?? '')).state).toBe('done');
    expect(await alarms('withdrawal_hot_wallet')).toBe(1);
    fake.give('USDT', wallet.address, 1_000n * UNIT);
    await finish();
    expect(await ada.read(ids[0] ?? '')).toMatchObject({ state: 'done', delay: null });
    expect(paid()).toBe(10_185n * (UNIT / 10n));
  });

  it('without coin for the gas waits, whatever it has of the token', async () => {
    fake.give('ETH', wallet.address, -10n * UNIT);
    const id = await begin();
    await round();
    expect(await ada.read(id)).toMatchObject({ state: 'approved', delay: 'hot_wallet' });
  });

  it.each([true, false])(
    'whose block is taken back is followed from the beginning, and sent again where it is gone (kept: %s)',
    async (isKept) => {
      const id = await begin();
      await round();
      fake.mine(3);
      await round();
      expect(await ada.read(id)).toMatchObject({ state: 'confirming', confirmations: 3 });
      fake.reorganise(3, isKept);
      await round();
      expect(await ada.read(id)).toMatchObject({ state: 'sent', confirmations: 0 });
      world.time.now += 16_000;
      await finish();
      expect([(await ada.read(id)).state, paid(), fake.minedNonces()]).toEqual(['done', 97n * UNIT, [0]]);
      expect(await payments(id)).toHaveLength(1);
    },
  );
});

it('a process that was replaced writes nothing more: what it had signed is paid once by the one that took over', async () => {
  const ids = [await begin(), await begin(), await begin()];
  fake.faults.send = 'lost-before';
  await round();
  const other = await world.secondWorker();
  fake.faults.send = 'lost-after';
  await round();
  const states = () => Promise.all(ids.map(async (id) => (await ada.read(id)).state));
  expect(await states()).toEqual(['signed', 'signed', 'signed']);
  fake.faults.send = 'ok';
  // The first one lets go of what it has lost and may have it again for a moment.
  for (let turn = 0; turn < 60 && (await states()).some((state) => state !== 'done'); turn += 1) {
    await other.round();
    fake.mine();
    world.time.now += 16_000;
  }
  expect(await states()).toEqual(['done', 'done', 'done']);
  expect([paid(), fake.minedNonces()]).toEqual([291n * UNIT, [0, 1, 2]]);
  await other.stop();
});
