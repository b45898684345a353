import { Interface, Wallet } from 'ethers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFakeEvm } from '../../../tests/helpers/fake-evm';
import { createOperatorPair, type OperatorPair } from '../../../tests/helpers/operator-pair';
import { createWithdrawalsWorld, type Member, OUTSIDE, type WithdrawalsWorld } from '../../../tests/helpers/withdrawals-world';
import { auditLedger } from '../ledger/ledger';
import { takeToPay } from './withdrawals.pay-files';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const UNIT = 10n ** 18n;
const ERC20 = new Interface(['function transfer(address to, uint256 amount)']);
const wallet = new Wallet(`0x${'22'.repeat(32)}`);
const fake = createFakeEvm();
let world: WithdrawalsWorld;
let ada: Member;
let operators: OperatorPair;
let nonce = 0;
beforeAll(async () => {
  fake.give('USDT', wallet.address, 1_000n * UNIT);
  fake.give('ETH', wallet.address, UNIT);
  world = await createWithdrawalsWorld(
    {},
    { openWallet: undefined, isVerified: () => Promise.resolve(true) },
    { evm: { chain: fake.chain, wallet } },
  );
  ada = await world.join('one');
  operators = await createOperatorPair(world.db, () => world.time.now);
});
afterAll(async () => {
  expect((await auditLedger(world.db)).isClean).toBe(true);
  await world.close();
});

const name = (id: string, hash: string) => operators.agree('pay', id, hash);
/** Pays from a wallet of ours outside of the exchange; returns the hash. */
async function payOutside(amount: string, to = OUTSIDE.ERC20): Promise<string> {
  const contract = fake.chain.evm?.tokenOf('USDT')?.contract ?? '';
  const bytes = await wallet.signTransaction({
    ...{ to: contract, data: ERC20.encodeFunctionData('transfer', [to, BigInt(Math.round(Number(amount) * 1e6))]), nonce, chainId: 31_337 },
    ...{ type: 2, gasLimit: 60_000n, maxFeePerGas: 10n ** 11n, maxPriorityFeePerGas: 10n ** 9n },
  });
  nonce += 1;
  await fake.chain.sendPayment({ kind: 'signed', bytes, txid: '' });
  return fake.waiting().at(-1) ?? '';
}
const look = async (blocks: number) => {
  for (let block = 0; block < blocks; block += 1) {
    fake.mine();
    await world.module.worker.round();
  }
};
const begin = async (amount: string) => {
  const { id } = await ada.begin({ amount });
  await world.pass(MINUTE_MS);
  return id;
};

it('a withdrawal that people pay waits for them for a day, and says so then', async () => {
  const id = await begin('20');
  await look(1);
  expect(await ada.read(id)).toMatchObject({ state: 'approved', delay: null });
  await world.pass(DAY_MS);
  await look(1);
  expect(await ada.read(id)).toMatchObject({ state: 'approved', delay: 'operator' });
  const hash = await payOutside('19.4');
  expect(await name(id, hash)).toContain(`withdrawal ${id} is followed under ${hash}`);
  await look(4);
  expect(await ada.read(id)).toMatchObject({ state: 'confirming', confirmations: 4 });
  await look(1);
  expect(await ada.read(id)).toMatchObject({ state: 'done', txid: hash });
});

it('one that operators approve where there is no key is promised for a day, too: people pay it', async () => {
  const bea = await world.join('large', { USDT: 100_000n });
  const { id } = await bea.begin({ amount: '20001' });
  await world.pass(MINUTE_MS);
  expect((await bea.read(id)).state).toBe('review');
  await operators.agree('withdrawals', 'approve', id);
  await world.pass(60 * MINUTE_MS);
  await look(1);
  expect(await bea.read(id)).toMatchObject({ state: 'approved', until: world.time.now + DAY_MS - 60 * MINUTE_MS, delay: null });
  await operators.agree('withdrawals', 'refuse', id, '--note', 'not now');
});

it('a hash that pays somebody else, or another amount, is refused when it is seen, and the withdrawal is to be paid as before', async () => {
  const id = await begin('30');
  const wrong = [await payOutside('29.1', '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'), await payOutside('29')];
  for (const hash of wrong) {
    await name(id, hash);
    await look(1);
    expect(await ada.read(id)).toMatchObject({ state: 'approved', delay: 'operator', txid: null });
  }
  await name(id, await payOutside('29.1'));
  await look(5);
  expect((await ada.read(id)).state).toBe('done');
});

const feesOf = async (hash: string) =>
  (await world.db.read.query("SELECT 1 FROM ledger_journals WHERE code = 'NETWORK_FEE' AND reference = $1", [`ERC20:${hash.slice(2)}`]))
    .rows.length;

it('what the network took for a transaction that paid somebody else is booked once when it is deep, a stranger’s never', async () => {
  const [id, other] = [await begin('31'), await begin('31')];
  const ours = await payOutside('5', '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359');
  await name(id, ours);
  await name(other, ours);
  await look(4);
  expect([await feesOf(ours), (await ada.read(id)).state]).toEqual([0, 'approved']);
  await look(3);
  expect(await feesOf(ours)).toBe(1);
  const [wrong, failed] = [`0x${'7'.repeat(64)}`, `0x${'8'.repeat(64)}`];
  const { findTransaction } = fake.chain;
  fake.chain.findTransaction = async (txid) =>
    txid === wrong || txid === failed
      ? {
          ...{ txid, block: { number: 1, hash: '0x1' }, confirmations: 9, isFailed: txid === failed, transfers: [] },
          ...{ fee: { asset: 'ETH', amount: 10n ** 15n }, sender: OUTSIDE.ERC20 },
        }
      : findTransaction(txid);
  await name(id, wrong);
  await name(other, failed);
  await look(3);
  fake.chain.findTransaction = findTransaction;
  expect(await Promise.all([wrong, failed].map(feesOf))).toEqual([0, 0]);
  for (const one of [id, other]) await operators.agree('withdrawals', 'refuse', one, '--note', 'not now');
});

it('security: a hash of a transaction that failed gives no money back: people may have paid by another one', async () => {
  const id = await begin('35');
  const held = (await ada.usdt()).held;
  fake.faults.reverts = true;
  const failed = await payOutside('33.95');
  await name(id, failed);
  await look(5);
  fake.faults.reverts = false;
  expect(await ada.read(id)).toMatchObject({ state: 'approved', delay: 'operator', reason: null, txid: null });
  expect((await ada.usdt()).held).toBe(held);
  // What the network took is paid all the same.
  expect(await feesOf(failed)).toBe(1);
  await name(id, await payOutside('33.95'));
  await look(5);
  expect((await ada.read(id)).state).toBe('done');
});

it('one transaction that pays once is taken for one withdrawal, however many name it', async () => {
  const ids = [await begin('40'), await begin('40')];
  const hash = await payOutside('38.8');
  for (const id of ids) await name(id, hash);
  await look(5);
  expect(await Promise.all(ids.map(async (id) => (await ada.read(id)).state))).toEqual(['done', 'approved']);
});

it('security: a transaction that a later withdrawal was paid by is not taken for an earlier one of the same amount and address', async () => {
  const [earlier, between, later] = [await begin('41'), await begin('41'), await begin('41')];
  const hash = await payOutside('39.77');
  const statesOf = () => Promise.all([earlier, between, later].map(async (id) => (await ada.read(id)).state));
  await name(later, hash);
  await look(1);
  // Whichever was named first has it, while it is followed and for good.
  await name(between, hash);
  await look(4);
  expect(await statesOf()).toEqual(['approved', 'approved', 'done']);
  await name(earlier, hash);
  await look(5);
  expect(await statesOf()).toEqual(['approved', 'approved', 'done']);
});

it('a hash that was mistyped, and that the chain never shows, is named anew', async () => {
  const id = await begin('60');
  await name(id, `0x${'b'.repeat(64)}`);
  await look(2);
  expect((await ada.read(id)).state).toBe('sent');
  const hash = await payOutside('58.2');
  await name(id, hash);
  // By mistake another one, and the right one once more.
  await name(id, `0x${'d'.repeat(64)}`);
  await name(id, hash);
  await look(5);
  expect(await ada.read(id)).toMatchObject({ state: 'done', txid: hash });
});

it('security: what an earlier payment by hand may still arrive for is neither refused nor written into a file, until two say that it can not', async () => {
  const dan = await world.join('twice');
  const { id } = await dan.begin({ amount: '30' });
  await world.pass(MINUTE_MS);
  // The first one waits for a block when another hash, of another amount, is named by mistake.
  await name(id, `0x${'e'.repeat(64)}`);
  await name(id, await payOutside('3'));
  await look(1);
  expect(await dan.read(id)).toMatchObject({ state: 'approved', delay: 'operator' });
  await expect(operators.agree('withdrawals', 'refuse', id, '--note', 'not now')).rejects.toThrow('may still arrive');
  const file = { network: 'ERC20', file: 'friday', now: world.time.now, isAgain: true };
  expect((await world.db.transaction((tx) => takeToPay(tx, file))).rows.map((row) => row.id)).not.toContain(id);
  await operators.agree('withdrawals', 'again', id);
  await operators.agree('withdrawals', 'refuse', id, '--note', 'not now');
  expect(await dan.usdt()).toMatchObject({ available: '1000', held: '0' });
});

it('security: what the exchange itself sent for one withdrawal is not taken for another of the same amount and address', async () => {
  const [mine, other] = [await begin('70'), await begin('70')];
  const hash = await payOutside('67.9');
  await world.db.read.query(
    `INSERT INTO withdrawal_payments (withdrawal_id, network, kind, request_key, txid, made_at) VALUES ($1, 'ERC20', 'request', 'k', $2, 1)`,
    [other, hash],
  );
  await name(mine, hash);
  await look(5);
  expect((await ada.read(mine)).state).toBe('approved');
});

it('security: one operator alone, or a hash that is none, gets nothing followed', async () => {
  const id = await begin('50');
  const asked = await operators.run('eve', 'pay', id, `0x${'a'.repeat(64)}`);
  for (const said of [asked, await operators.run('eve', 'withdrawals', 'again', id)])
    expect(said).toMatch(new RegExp(`WITHDRAWAL\n *user:${ada.userId}:real:USDT:hold -50\n.*chain.* \\+48.5\n.*fees.* \\+1.5\n`));
  await expect(operators.run('eve', 'approve', /request (\d+)/.exec(asked)?.[1] ?? '')).rejects.toThrow('somebody else decides it');
  await expect(name(id, '0x12')).rejects.toThrow('is not a hash');
  expect((await ada.read(id)).state).toBe('approved');
});

it('security: what people pay goes back when its account is frozen, but for what stands in a file, is asked to be noted, or was named before', async () => {
  const bob = await world.join('frozen');
  const ask = async (amount: string) => (await bob.begin({ amount })).id;
  const [listed, asked, named, free] = [await ask('20'), await ask('21'), await ask('22'), await ask('23')];
  await world.pass(MINUTE_MS);
  await world.db.read.query(`INSERT INTO withdrawal_pay_files (withdrawal_id, file, written_at) VALUES ($1, 'monday', 1)`, [listed]);
  const request = /request (\d+)/.exec(await operators.run('eve', 'pay', asked, `0x${'c'.repeat(64)}`))?.[1] ?? '';
  await name(named, await payOutside('1'));
  await look(1);
  const statesOf = () => Promise.all([listed, asked, named, free].map(async (id) => (await bob.read(id)).state));
  expect(await statesOf()).toEqual(['approved', 'approved', 'approved', 'approved']);
  await world.db.read.query('UPDATE users SET frozen_at = now() WHERE id = $1', [bob.userId]);
  await look(1);
  expect(await statesOf()).toEqual(['approved', 'approved', 'approved', 'refused']);
  expect(await bob.read(free)).toMatchObject({ reason: 'ACCOUNT_FROZEN', txid: null });
  expect(await bob.usdt()).toMatchObject({ available: '937', held: '63' });
  // Nobody paid it after all.
  await operators.run('fay', 'refuse', request);
  await operators.agree('withdrawals', 'again', listed);
  expect(await bob.read(listed)).toMatchObject({ state: 'approved', until: world.time.now + DAY_MS });
  await look(1);
  expect(await statesOf()).toEqual(['refused', 'refused', 'approved', 'refused']);
  const file = { network: 'ERC20', file: 'tuesday', now: world.time.now, isAgain: false };
  await world.db.read.query('UPDATE users SET frozen_at = NULL WHERE id = $1', [bob.userId]);
  const { rows } = await world.db.transaction((tx) => takeToPay(tx, file));
  expect(rows.map(({ id }) => id)).not.toContain(free);
});
