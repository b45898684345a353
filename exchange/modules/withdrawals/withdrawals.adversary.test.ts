import { Wallet } from 'ethers';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createFakeEvm } from '../../../tests/helpers/fake-evm';
import { createOperatorPair, type OperatorPair } from '../../../tests/helpers/operator-pair';
import { createWithdrawalsWorld, type Member, OUTSIDE, type WithdrawalsWorld } from '../../../tests/helpers/withdrawals-world';
import { takeToPay } from './withdrawals.pay-files';

const MINUTE_MS = 60_000;
const UNIT = 10n ** 18n;
/** A contract that its owner wrote. */
const TRAP = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
const wallet = new Wallet(`0x${'33'.repeat(32)}`);
const fake = createFakeEvm();
let world: WithdrawalsWorld;
let operators: OperatorPair;
beforeAll(async () => {
  fake.give('ETH', wallet.address, 100n * UNIT);
  world = await createWithdrawalsWorld({}, {}, { evm: { chain: fake.chain, wallet } });
  operators = await createOperatorPair(world.db, () => world.time.now);
});
afterAll(() => world.close());
beforeEach(() => fake.receivers.clear());

const round = () => world.module.worker.round();
const balance = async (member: Member) => (await member.client.get('/user/getbanlance?coin=ETH')).info;
const begin = (member: Member, address: string) => member.begin({ channel: 'ETH_ERC20', amount: '0.01', address });

it('security: an address that burns gas is not paid at the cost of the house: it says so, and is paid when it burns no more', async () => {
  const mallory = await world.join('burner', { ETH: 1n });
  fake.receivers.set(TRAP.toLowerCase(), 200_001n);
  const { id } = await begin(mallory, TRAP);
  await world.pass(MINUTE_MS);
  await round();
  expect(await mallory.read(id)).toMatchObject({ state: 'approved', delay: 'address' });
  fake.receivers.set(TRAP.toLowerCase(), 200_000n);
  await round();
  expect((await mallory.read(id)).state).toBe('sent');
});

it.each([
  { what: 'burns gas', gas: 200_001n },
  { what: 'refuses payments', gas: null },
])('gives the money back by itself where an address $what until the promised time is over', async ({ what, gas }) => {
  const bob = await world.join(what.replaceAll(' ', '-'), { ETH: 1n });
  fake.receivers.set(TRAP.toLowerCase(), gas);
  const { id } = await begin(bob, TRAP);
  await world.pass(MINUTE_MS);
  await round();
  expect(await bob.read(id)).toMatchObject({ state: 'approved', delay: 'address' });
  await world.pass(10 * MINUTE_MS);
  await round();
  expect(await bob.read(id)).toMatchObject({ state: 'refused', delay: null, reason: 'ADDRESS_NOT_PAYABLE' });
  expect(await balance(bob)).toEqual({ available: '1', held: '0' });
});

it('what a node says for reasons of its own gives nothing back: it is asked again', async () => {
  const bob = await world.join('node-fault', { ETH: 1n });
  fake.receivers.set(TRAP.toLowerCase(), 'rate limited');
  const { id } = await begin(bob, TRAP);
  await world.pass(MINUTE_MS);
  await world.pass(11 * MINUTE_MS);
  await round();
  expect(await bob.read(id)).toMatchObject({ state: 'approved', delay: 'network' });
});

it('a coin that is stopped for everybody is not the fault of an address: nothing goes back', async () => {
  const bob = await world.join('stopped', { ETH: 1n });
  for (const address of [TRAP, wallet.address]) fake.receivers.set(address.toLowerCase(), null);
  const { id } = await begin(bob, TRAP);
  await world.pass(MINUTE_MS);
  await world.pass(11 * MINUTE_MS);
  await round();
  expect(await bob.read(id)).toMatchObject({ state: 'approved', delay: 'network' });
});

it('security: an address that is first seen to refuse when its time is over has as much time again', async () => {
  const bob = await world.join('late', { ETH: 1n });
  fake.receivers.set(TRAP.toLowerCase(), 'rate limited');
  const { id } = await begin(bob, TRAP);
  await world.pass(MINUTE_MS);
  await world.pass(30 * MINUTE_MS);
  fake.receivers.set(TRAP.toLowerCase(), null);
  for (const _ of [1, 2]) {
    await round();
    expect(await bob.read(id)).toMatchObject({ state: 'approved', delay: 'address' });
  }
  await world.pass(10 * MINUTE_MS);
  await round();
  expect(await bob.read(id)).toMatchObject({ state: 'refused', reason: 'ADDRESS_NOT_PAYABLE' });
});

it('while a network is paused, what its address refuses waits with everything else', async () => {
  const bob = await world.join('paused', { ETH: 1n });
  fake.receivers.set(TRAP.toLowerCase(), null);
  const { id } = await begin(bob, TRAP);
  await world.pass(MINUTE_MS);
  await operators.run('eve', 'pause-network', 'ERC20', 'paying', 'security');
  await world.pass(30 * MINUTE_MS);
  await round();
  expect(await bob.read(id)).toMatchObject({ state: 'approved', delay: 'network' });
  await operators.agree('resume-network', 'ERC20');
});

it('security: what stands in a file that people pay by is neither paid by the exchange nor given back, until it is to be paid anew', async () => {
  const [bob, ada] = [await world.join('listed-trap', { ETH: 1n }), await world.join('listed', { ETH: 1n })];
  fake.receivers.set(TRAP.toLowerCase(), null);
  const [trapped, payable] = [await begin(bob, TRAP), await begin(ada, OUTSIDE.ERC20)];
  await world.pass(MINUTE_MS);
  await world.db.transaction((tx) => takeToPay(tx, { network: 'ERC20', file: 'friday', now: world.time.now, isAgain: false }));
  for (const _ of [1, 2]) {
    await round();
    await world.pass(15 * MINUTE_MS);
  }
  expect(await bob.read(trapped.id)).toMatchObject({ state: 'approved', delay: 'operator' });
  expect(await ada.read(payable.id)).toMatchObject({ state: 'approved', delay: 'operator' });
  await operators.agree('withdrawals', 'again', payable.id);
  await round();
  expect((await ada.read(payable.id)).state).toBe('sent');
  await expect(operators.agree('withdrawals', 'again', payable.id)).rejects.toThrow('may still arrive');
});

it('security: what stands in such a file is not given back to who freezes the account meanwhile, nor by operators: it would be paid twice', async () => {
  const bob = await world.join('frozen-in-file', { ETH: 1n });
  const { id } = await begin(bob, OUTSIDE.ERC20);
  await world.pass(MINUTE_MS);
  await world.db.transaction((tx) => takeToPay(tx, { network: 'ERC20', file: 'monday', now: world.time.now, isAgain: false }));
  await world.db.read.query('UPDATE users SET frozen_at = now() WHERE id = $1', [bob.userId]);
  await round();
  expect(await bob.read(id)).toMatchObject({ state: 'approved', delay: 'operator' });
  expect(await balance(bob)).toEqual({ available: '0.99', held: '0.01' });
  const refuse = () => operators.agree('withdrawals', 'refuse', id, '--note', 'no');
  await expect(refuse()).rejects.toThrow('may be paying');
  expect((await bob.read(id)).state).toBe('approved');
  await operators.agree('withdrawals', 'again', id);
  // Nor while somebody asks to note that it was paid by hand: then another act leads on.
  const asked = /request (\d+)/.exec(await operators.run('eve', 'pay', id, `0x${'ab'.repeat(32)}`))?.[1] ?? '';
  await expect(refuse()).rejects.toThrow('Have that request refused first');
  await expect(operators.agree('withdrawals', 'again', id)).rejects.toThrow('may still arrive');
  await operators.run('fay', 'refuse', asked);
  await refuse();
  expect(await bob.read(id)).toMatchObject({ state: 'refused', reason: 'no' });
});

it('security: what people are asked to say they have paid is not given back meanwhile', async () => {
  const bob = await world.join('asked', { ETH: 1n });
  fake.receivers.set(TRAP.toLowerCase(), null);
  const { id } = await begin(bob, TRAP);
  await world.pass(MINUTE_MS);
  await round();
  await operators.run('eve', 'pay', id, `0x${'ab'.repeat(32)}`);
  await world.pass(15 * MINUTE_MS);
  await round();
  expect(await bob.read(id)).toMatchObject({ state: 'approved', delay: 'operator' });
});

it('security: more payments than one look takes that their addresses refuse do not hold up who comes after them', {
  timeout: 600_000,
}, async () => {
  fake.receivers.set(TRAP.toLowerCase(), null);
  for (const name of ['one', 'two', 'three']) {
    const mallory = await world.join(name, { ETH: 1n });
    for (let n = 0; n < 20; n += 1) await begin(mallory, TRAP);
  }
  const ada = await world.join('last', { ETH: 1n });
  const { id } = await begin(ada, OUTSIDE.ERC20);
  await world.pass(MINUTE_MS);
  await round();
  await round();
  expect((await ada.read(id)).state).toBe('sent');
});
