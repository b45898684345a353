import { Wallet } from 'ethers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFakeEvm } from '../../../tests/helpers/fake-evm';
import { createOperatorPair, type OperatorPair } from '../../../tests/helpers/operator-pair';
import { createWithdrawalsWorld, type Member, OUTSIDE, type WithdrawalsWorld } from '../../../tests/helpers/withdrawals-world';
import { auditLedger, getAccountBalances } from '../ledger/ledger';

const wallet = new Wallet(`0x${'33'.repeat(32)}`);
const fake = createFakeEvm();
/** Who sent a transaction that pays 97 USDT outside, by its hash. */
const senders = new Map<string, string | undefined>();
let world: WithdrawalsWorld;
let ada: Member;
let operators: OperatorPair;
beforeAll(async () => {
  const { findTransaction } = fake.chain;
  fake.chain.findTransaction = async (txid) => {
    if (!senders.has(txid)) return findTransaction(txid);
    const transfer = { txid, logIndex: 1, asset: 'USDT', from: OUTSIDE.ERC20, to: OUTSIDE.ERC20, amount: 97n * 10n ** 18n };
    const block = { number: 1, hash: '0x1' };
    const fee = { asset: 'ETH', amount: 10n ** 15n };
    return { txid, block, confirmations: 9, isFailed: false, transfers: [transfer], fee, sender: senders.get(txid) };
  };
  const deps = { openWallet: undefined, isVerified: () => Promise.resolve(true) };
  world = await createWithdrawalsWorld({}, deps, { evm: { chain: fake.chain, wallet } });
  ada = await world.join('one');
  operators = await createOperatorPair(world.db, () => world.time.now);
});
afterAll(async () => {
  expect((await auditLedger(world.db)).isClean).toBe(true);
  await world.close();
});

const COST = 'outside:real:network-fees:ETH';
const readCost = async () => (await getAccountBalances(world.db.read, [COST])).get(COST) ?? 0n;

/** Returns what the house was charged for a payment by hand, in units of 10^-8. */
async function payFrom(digit: string, sender: string | undefined): Promise<bigint> {
  const hash = `0x${digit.repeat(64)}`;
  senders.set(hash, sender);
  const before = await readCost();
  const { id } = await ada.begin();
  await world.pass(60_000);
  await operators.agree('pay', id, hash);
  await world.module.worker.round();
  expect(await ada.read(id)).toMatchObject({ state: 'done', txid: hash });
  return before - (await readCost());
}

it('what the network took for a payment by hand is booked where an address of ours sent it: the hot wallet, or one of deposits', async () => {
  const ours = await world.networks.getDepositAddress(world.db.read, { network: 'ERC20', userId: ada.userId });
  expect([await payFrom('a', wallet.address), await payFrom('b', ours)]).toEqual([100_000n, 100_000n]);
});

it('security: what a stranger spent on paying a withdrawal isn’t the house’s cost, nor what nobody says who spent', async () => {
  expect([await payFrom('c', OUTSIDE.ERC20), await payFrom('d', undefined)]).toEqual([0n, 0n]);
});
