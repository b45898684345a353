import { Wallet } from 'ethers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createFakeEvm, type FakeEvm } from '../../../tests/helpers/fake-evm';
import { createOperatorPair, type OperatorPair } from '../../../tests/helpers/operator-pair';
import { createWithdrawalsWorld, type Member, OUTSIDE, type WithdrawalsWorld } from '../../../tests/helpers/withdrawals-world';
import { auditLedger, getAccountBalances } from '../ledger/ledger';
import { auditHolds } from '../ledger/ledger.holds-audit';

const MINUTE_MS = 60_000;
const UNIT = 10n ** 18n;
const GWEI = 10n ** 9n;
const wallet = new Wallet(`0x${'33'.repeat(32)}`);
let fake: FakeEvm;
let world: WithdrawalsWorld;
let ada: Member;
let operators: OperatorPair;
beforeEach(async () => {
  fake = createFakeEvm();
  fake.give('USDT', wallet.address, 1_000_000n * UNIT);
  fake.give('ETH', wallet.address, 10n * UNIT);
  world = await createWithdrawalsWorld({}, {}, { evm: { chain: fake.chain, wallet } });
  ada = await world.join('one', { USDT: 5_000n });
  operators = await createOperatorPair(world.db, () => world.time.now);
});
afterEach(async () => {
  expect((await auditLedger(world.db)).isClean).toBe(true);
  expect((await auditHolds(world.db, 0)).differences).toEqual([]);
  await world.close();
});

const round = () => world.module.worker.round();
const paid = () => fake.balanceOf('USDT', OUTSIDE.ERC20);
const states = async (id: string) =>
  (
    await world.db.read.query<{ state: string }>('SELECT state FROM withdrawal_payments WHERE withdrawal_id = $1 ORDER BY id', [id])
  ).rows.map(({ state }) => state);
const alarms = async (kind: string) =>
  Number(new RegExp(`alarms_total\\{kind="${kind}"\\} (\\d+)`).exec((await world.platform.metrics.render()).body)?.[1] ?? 0);
async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) {
    await round();
    fake.mine();
    world.time.now += 16_000;
  }
}

/** Somebody else signs with the same key; the transaction moves a wei. */
async function takeNumber(nonce: number): Promise<void> {
  const bytes = await wallet.signTransaction({
    ...{ to: wallet.address, value: 1n, nonce, chainId: 31_337, type: 2, gasLimit: 21_000n },
    ...{ maxFeePerGas: 100n * GWEI, maxPriorityFeePerGas: GWEI },
  });
  await fake.chain.sendPayment({ kind: 'signed', bytes, txid: '' });
}

/** A withdrawal whose payment the network dropped, and whose number somebody else took. */
async function displace(blocks: number): Promise<string> {
  const { id } = await ada.begin();
  await world.pass(MINUTE_MS);
  await round();
  expect((await ada.read(id)).state).toBe('sent');
  fake.dropAll();
  await takeNumber(0);
  fake.mine(blocks);
  world.time.now += 4 * MINUTE_MS;
  fake.faults.send = 'lost-before';
  await round();
  fake.faults.send = 'ok';
  return id;
}

it('a payment whose number another transaction took is given up when that one is as deep as is published, and not before', async () => {
  const id = await displace(4);
  expect([await states(id), await alarms('withdrawal_displaced')]).toEqual([['live'], 0]);
  fake.mine();
  fake.faults.send = 'lost-before';
  await round();
  await round();
  expect([await states(id), await alarms('withdrawal_displaced')]).toEqual([['displaced'], 1]);
  fake.faults.send = 'ok';
  await turns(8);
  expect(await ada.read(id)).toMatchObject({ state: 'sent', delay: 'operator' });
  expect([await ada.usdt(), paid()]).toEqual([{ available: '4900', held: '100' }, 0n]);
});

it('two operators have it paid anew, once', async () => {
  const id = await displace(6);
  expect(await operators.run('eve', 'withdrawals')).toContain(`withdrawal ${id}  sent`);
  expect(await operators.agree('withdrawals', 'again', id)).toContain(`withdrawal ${id} is to be paid anew`);
  await turns(8);
  expect([(await ada.read(id)).state, paid(), await states(id)]).toEqual(['done', 97n * UNIT, ['displaced', 'paid']]);
  await expect(operators.agree('withdrawals', 'again', id)).rejects.toThrow('is done');
});

it('or name the transaction that paid it; one that did not leaves it to them and is not paid as well', async () => {
  const id = await displace(6);
  const wrong = [...fake.minedHashes()].at(-1) ?? '';
  expect(await operators.agree('pay', id, wrong)).toContain(`is followed under ${wrong}`);
  await turns(8);
  expect(await ada.read(id)).toMatchObject({ state: 'sent', delay: 'operator' });
  expect(paid()).toBe(0n);
});

it('one that came into the chain after all is not paid a second time, whatever operators say', async () => {
  const id = await displace(6);
  const [payment] = (await world.db.read.query<{ txid: string }>('SELECT txid FROM withdrawal_payments WHERE withdrawal_id = $1', [id]))
    .rows;
  expect(await operators.agree('withdrawals', 'again', id)).toContain('paid anew');
  const { findTransaction } = fake.chain;
  fake.chain.findTransaction = async (txid) =>
    txid === payment?.txid
      ? { txid, block: { number: 1, hash: '0x1' }, confirmations: 1, isFailed: false, transfers: [], fee: null }
      : findTransaction(txid);
  await turns(3);
  fake.chain.findTransaction = findTransaction;
  expect(await ada.read(id)).toMatchObject({ state: 'approved', delay: 'operator' });
  expect(paid()).toBe(0n);
});

it('security: one that people had paid after all is not paid a second time, whatever operators say', async () => {
  const id = await displace(6);
  const [theirs, wrong] = [`0x${'e'.repeat(64)}`, [...fake.minedHashes()].at(-1) ?? ''];
  for (const hash of [theirs, wrong]) await operators.agree('pay', id, hash);
  await turns(3);
  expect(await operators.agree('withdrawals', 'again', id)).toContain('paid anew');
  const { findTransaction } = fake.chain;
  const transfers = [{ txid: theirs, logIndex: 1, asset: 'USDT', from: wallet.address, to: OUTSIDE.ERC20, amount: 97n * UNIT }];
  fake.chain.findTransaction = async (txid) =>
    txid === theirs
      ? { txid, block: { number: 1, hash: '0x1' }, confirmations: 1, isFailed: false, transfers, fee: null }
      : findTransaction(txid);
  await turns(3);
  fake.chain.findTransaction = findTransaction;
  expect(await ada.read(id)).toMatchObject({ state: 'approved', delay: 'operator' });
  expect(paid()).toBe(0n);
});

it('while a network is paused nothing is signed in the place of what was sent, and one replacement afterwards', async () => {
  const { id } = await ada.begin();
  await world.pass(MINUTE_MS);
  await round();
  fake.faults.baseFee = 10_000n * GWEI;
  await operators.run('eve', 'pause-network', 'ERC20', 'paying', 'security');
  for (let look = 0; look < 5; look += 1) {
    world.time.now += 4 * MINUTE_MS;
    await round();
  }
  expect(await states(id)).toEqual(['live']);
  fake.faults.baseFee = 10n * GWEI;
  await operators.agree('resume-network', 'ERC20');
  await round();
  expect(await states(id)).toEqual(['live', 'live']);
  await turns(8);
  expect([(await ada.read(id)).state, paid()]).toEqual(['done', 97n * UNIT]);
});

it('what may still arrive is not paid anew', async () => {
  const { id } = await ada.begin();
  await world.pass(MINUTE_MS);
  await round();
  await expect(operators.agree('withdrawals', 'again', id)).rejects.toThrow('may still arrive');
});

it('books what the network took, once for each transaction, also of one that failed there', async () => {
  const costs = async () =>
    (await getAccountBalances(world.db.read, ['outside:real:network-fees:ETH'])).get('outside:real:network-fees:ETH') ?? 0n;
  const { id } = await ada.begin();
  await world.pass(MINUTE_MS);
  fake.faults.baseFee = 10n * GWEI + 1n;
  await turns(8);
  expect((await ada.read(id)).state).toBe('done');
  // 60,000 gas at 10.000000001 gwei are 0.00060000000006 ETH: rounded up at the eighth decimal.
  expect(await costs()).toBe(-60_001n);
  await turns(3);
  expect(await costs()).toBe(-60_001n);
  fake.faults.reverts = true;
  await ada.begin();
  await turns(8);
  expect(await costs()).toBe(-120_002n);
  const chain = 'outside:real:chain-ERC20:ETH';
  expect((await getAccountBalances(world.db.read, [chain])).get(chain)).toBe(120_002n);
});
