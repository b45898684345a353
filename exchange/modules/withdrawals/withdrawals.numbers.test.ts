import { Wallet } from 'ethers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createFakeEvm, type FakeEvm } from '../../../tests/helpers/fake-evm';
import { createOperatorPair, type OperatorPair } from '../../../tests/helpers/operator-pair';
import { createWithdrawalsWorld, type Member, OUTSIDE, type WithdrawalsWorld } from '../../../tests/helpers/withdrawals-world';
import { createEvmSigner } from './withdrawals.evm-signer';
import { findWithdrawal } from './withdrawals.repository';

const MINUTE_MS = 60_000;
const UNIT = 10n ** 18n;
const GWEI = 10n ** 9n;
const wallet = new Wallet(`0x${'44'.repeat(32)}`);
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
afterEach(() => world.close());

const begin = async () => {
  const { id } = await ada.begin();
  await world.pass(MINUTE_MS);
  return id;
};
const turns = async (count: number) => {
  for (let turn = 0; turn < count; turn += 1) {
    await world.module.worker.round();
    fake.mine();
    world.time.now += 16_000;
  }
};
const alarms = async () =>
  Number(/alarms_total\{kind="withdrawal_out_of_turn"\} (\d+)/.exec((await world.platform.metrics.render()).body)?.[1] ?? 0);
const numbers = async () =>
  (await world.db.read.query<{ nonce: string }>('SELECT nonce FROM withdrawal_payments ORDER BY id')).rows.map(({ nonce }) =>
    Number(nonce),
  );
/** Somebody else signs with the same key. */
const signElsewhere = async (nonce: number) => {
  const bytes = await wallet.signTransaction({
    ...{ to: wallet.address, value: 1n, nonce, chainId: 31_337, type: 2, gasLimit: 21_000n },
    ...{ maxFeePerGas: 100n * GWEI, maxPriorityFeePerGas: GWEI },
  });
  await fake.chain.sendPayment({ kind: 'signed', bytes, txid: '' });
  fake.mine();
};

it('security: a count that is too high leaves no gap: nothing is signed while it is said, and the next number is our own', async () => {
  const first = await begin();
  await turns(8);
  const { evm } = fake.chain;
  if (evm === null) throw new Error('an EVM chain');
  const { readNonce } = evm;
  evm.readNonce = async (address) => (await readNonce(address)) + 3;
  const second = await begin();
  await turns(3);
  expect(await ada.read(second)).toMatchObject({ state: 'approved', delay: 'operator' });
  expect([await numbers(), await alarms()]).toEqual([[0], 1]);
  evm.readNonce = readNonce;
  await turns(8);
  expect([(await ada.read(first)).state, (await ada.read(second)).state, await numbers()]).toEqual(['done', 'done', [0, 1]]);
});

it('security: after a payment that was not signed here nothing is signed until two operators have named the next number', async () => {
  await begin();
  await turns(8);
  await signElsewhere(1);
  const id = await begin();
  await turns(4);
  expect(await ada.read(id)).toMatchObject({ state: 'approved', delay: 'operator' });
  expect([await numbers(), await alarms()]).toEqual([[0], 1]);
  const renumber = (number: string, signer = wallet.address) => operators.agree('renumber', 'ERC20', signer, number);
  await expect(renumber('0')).rejects.toThrow('a payment with the number 0 or a later one');
  await expect(renumber('2', `0x${'12'.repeat(20)}`)).rejects.toThrow('has signed nothing over ERC20');
  // One that is too high is no gap either: it is lowered again.
  expect(await renumber('7')).toContain('has the number 7; it was 1');
  await turns(2);
  expect(await numbers()).toEqual([0]);
  expect(await renumber('2', wallet.address.toLowerCase())).toContain('has the number 2; it was 7');
  await turns(8);
  expect([(await ada.read(id)).state, await numbers()]).toEqual(['done', [0, 2]]);
});

it('security: while 500 payments are in no block nothing is signed behind them: what they cost is all counted', async () => {
  const row = await findWithdrawal(world.db.read, await begin());
  const { chain } = fake;
  if (row === null || chain.evm === null) throw new Error('a withdrawal on an EVM chain');
  const signer = createEvmSigner({ db: world.db, metrics: world.platform.metrics, network: 'ERC20', chain, door: chain.evm, wallet });
  const bytes = await wallet.signTransaction({ to: wallet.address, chainId: 31_337, type: 2, gasLimit: 21_000n, maxFeePerGas: GWEI });
  const sign = (count: number) =>
    world.db.read.query(
      `WITH w AS (INSERT INTO withdrawals (user_id, channel, asset, network, address, amount, fee, state, requested_at, state_at, until, confirmations_needed)
         SELECT $1::int8, 'USDT_ERC20', 'USDT', 'ERC20', $2, 1000000000, 0, 'signed', 0, 0, 1, 5 FROM generate_series(1, $3::int4) RETURNING id)
       INSERT INTO withdrawal_payments (withdrawal_id, network, kind, bytes, txid, signer, nonce, fee_per_gas, made_at)
       SELECT id, 'ERC20', 'signed', $4, 'x' || id, $5, id, 1, 0 FROM w`,
      [ada.userId, OUTSIDE.ERC20, count, bytes, wallet.address],
    );
  await sign(499);
  expect(await signer.look([row])).toMatchObject({ payable: [row], short: [], outOfTurn: [] });
  // 4,990 USDT are on their way: with 5,000 in the wallet, 97 more don't fit.
  fake.give('USDT', wallet.address, -995_000n * UNIT);
  expect(await signer.look([row])).toMatchObject({ payable: [], short: [row] });
  fake.give('USDT', wallet.address, 995_000n * UNIT);
  await sign(1);
  expect(await signer.look([row])).toMatchObject({ payable: [], short: [], refused: [], outOfTurn: [] });
});
