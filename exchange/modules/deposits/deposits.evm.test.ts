import { HDNodeWallet, keccak256 } from 'ethers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Anvil, openTamperedNode, startAnvil, type TamperedNode } from '../../../tests/helpers/anvil';
import { createEvmDepositsWorld, type EvmDepositsWorld } from '../../../tests/helpers/evm-deposits-world';
import { deployTestToken } from '../../../tests/helpers/test-token';
import { createFinder } from './deposits.finding';
import { SILENCE_MAX_MS } from './deposits.worker';

const ETHER = `0x${(10n ** 18n).toString(16)}`;
let anvil: Anvil;
let node: TamperedNode;
let token: Awaited<ReturnType<typeof deployTestToken>>;
let world: EvmDepositsWorld;
const others: EvmDepositsWorld[] = [];
beforeAll(async () => {
  anvil = await startAnvil();
  token = await deployTestToken(anvil);
  node = await openTamperedNode(anvil.url);
});
afterAll(async () => {
  await node.stop();
  await anvil.stop();
});
beforeEach(async () => {
  Object.assign(node, { isStalled: false, before: () => null, change: (_method: string, _params: unknown, result: unknown) => result });
  world = await createEvmDepositsWorld(anvil, { urls: [anvil.url, node.url], token: token.address });
});
afterEach(async () => {
  for (const one of [world, ...others.splice(0)]) await one.close();
});

/** Another one on the same chain, for the rest of a test. */
async function openOther(given: { urls: readonly string[]; decimals?: number }): Promise<EvmDepositsWorld> {
  const other = await createEvmDepositsWorld(anvil, { token: token.address, ...given });
  others.push(other);
  return other;
}

const pay = (value = ETHER) => anvil.send({ to: world.address, value });
async function mineAndLook(blocks: number): Promise<void> {
  for (let block = 0; block < blocks; block += 1) {
    await anvil.mine();
    await world.round();
  }
}

describe('a chain behind two nodes', () => {
  it('credits ETH and a token after five blocks, each once, to the last decimal; custody adds up', async () => {
    await pay(`0x${(10n ** 18n + 1n).toString(16)}`);
    const txid = await token.transfer(world.address, 2_500_001n);
    await mineAndLook(4);
    expect(await world.list()).toEqual([
      { asset: 'ETH', amount: '1000000000000000001', state: 'seen', log_index: 0 },
      { asset: 'USDT', amount: '2500001000000000000', state: 'seen', log_index: 1 },
    ]);
    expect([await world.balanceOf('ETH'), await world.balanceOf('USDT')]).toEqual([0n, 0n]);
    await mineAndLook(3);
    expect([await world.balanceOf('ETH'), await world.balanceOf('USDT')]).toEqual([100_000_000n, 250_000_100n]);
    expect(await world.networks.chainOf('ERC20').findTransaction(txid)).toMatchObject({
      confirmations: 7,
      isFailed: false,
      transfers: [{ logIndex: 1, asset: 'USDT', to: world.address, amount: 2_500_001n * 10n ** 12n }],
    });
    expect(await world.findFaults()).toEqual([]);
    expect(world.networks.list().map(({ code, assets, isOffered }) => [code, assets, isOffered])).toEqual([
      ['ERC20', ['ETH', 'USDT'], true],
      ['BTC', ['BTC'], false],
      ['TRC20', ['USDT'], false],
    ]);
  });

  it('asks what strangers sent and logged of no node: two questions for a block, one more for a transaction of ours', async () => {
    await mineAndLook(1);
    for (let sent = 0; sent < 20; sent += 1) await anvil.send({ to: `0x${'5'.repeat(40)}`, value: ETHER });
    for (let sent = 0; sent < 20; sent += 1) await token.transfer(`0x${'6'.repeat(40)}`, 5n);
    await token.transfer(world.address, 3_000_000n);
    const asked: string[] = [];
    node.change = (method, params, result) => {
      if (!(method === 'eth_getBlockByNumber' && params[1] === false)) asked.push(method);
      return result;
    };
    await mineAndLook(1);
    expect(asked.filter((method) => method !== 'eth_blockNumber')).toEqual([
      'eth_getBlockByNumber',
      'eth_getLogs',
      'eth_getTransactionReceipt',
    ]);
    expect(await world.list()).toMatchObject([{ asset: 'USDT', log_index: 1 }]);
  });

  it('goes on after a transaction to us that is larger than any node shows, and says so', async () => {
    const large = await openOther({ urls: [node.url, node.url] });
    const unread = await anvil.send({ to: large.address, value: ETHER });
    await anvil.send({ to: large.address, value: ETHER });
    node.change = (method, params, result) =>
      method === 'eth_getTransactionReceipt' && params[0] === unread ? 'x'.repeat(2 ** 26) : result;
    for (let block = 0; block < 6; block += 1) {
      await anvil.mine();
      await large.round();
    }
    expect([await large.pauses(), await large.balanceOf('ETH')]).toEqual([[], 100_000_000n]);
    expect(await large.platform.metrics.render()).toMatchObject({
      body: expect.stringContaining('exchange_alarms_total{kind="deposit_unread"} 1'),
    });
  });

  it('credits nothing of a transaction that failed, of another token, or of nothing', async () => {
    const other = await deployTestToken(anvil);
    await other.transfer(world.address, 5_000_000n);
    const failed = await anvil.send({ to: token.address, value: ETHER, data: '0xffffffff' });
    await token.transfer(world.address, 0n);
    await mineAndLook(6);
    expect(await world.list()).toEqual([]);
    expect(await world.networks.chainOf('ERC20').findTransaction(failed)).toMatchObject({ isFailed: true, transfers: [] });
  });

  it('credits nothing of what a contract sends in the coin, and tells whose it is where it was sent', async () => {
    // Sends its value on to the address of its data.
    const forwarder = '0x5f5f5f5f346000355af15000';
    const deployed = await anvil.send({ data: `0x6b${forwarder.slice(2)}600052600c6014f3` });
    await anvil.mine();
    const { contractAddress } = await anvil.ask<{ contractAddress: string }>('eth_getTransactionReceipt', [deployed]);
    const sent = await anvil.send({
      to: contractAddress,
      value: ETHER,
      data: `0x${world.address.slice(2).toLowerCase().padStart(64, '0')}`,
    });
    await mineAndLook(6);
    expect([await world.list(), await world.balanceOf('ETH')]).toEqual([[], 0n]);
    expect(await world.chain.readBalance([world.address], 'ETH')).toBe(10n ** 18n);
    const finder = createFinder({ ...world.platform, networks: world.networks });
    expect(await finder.find({ userId: '7', hash: sent })).toMatchObject({
      state: 'by_contract',
      coin: 'ETH',
      num: '1',
      to: world.address,
    });
    expect(await finder.find({ userId: '8', hash: sent })).toMatchObject({ state: 'other_address' });
    expect(await world.chain.listInternal?.(deployed)).toEqual([]);
    expect(await world.chain.listInternal?.(`0x${'0'.repeat(64)}`)).toBe(null);
  });

  it.each([1, 2, 3, 4, 5])('follows a reorganisation of %i blocks and credits what is in the chain that stands', async (depth) => {
    await mineAndLook(1);
    const lost = await pay();
    await mineAndLook(depth);
    await anvil.reorganise(depth);
    await world.round();
    expect(await world.networks.chainOf('ERC20').findTransaction(lost)).toBe(null);
    await pay();
    await mineAndLook(6);
    const isCredited = depth === 5;
    expect(await world.balanceOf('ETH')).toBe(isCredited ? 200_000_000n : 100_000_000n);
    expect((await world.list()).map(({ state }) => state)).toEqual(isCredited ? ['credited', 'credited'] : ['credited', 'orphaned']);
    expect(await world.pauses()).toEqual([]);
    // What was credited and is in no block is carried by the house: the chain shows that much less.
    expect(await world.findFaults()).toEqual(isCredited ? ['ETH: the chains show 1 less than came in and has not left'] : []);
  });

  it.each([6, 7])('stops at a reorganisation of %i blocks and undoes nothing', async (depth) => {
    await mineAndLook(2);
    await pay();
    await mineAndLook(5);
    await anvil.reorganise(depth);
    await mineAndLook(3);
    expect(await world.pauses()).toEqual([
      { reason: 'deep_reorganisation', detail: expect.stringMatching(/^the chain was replaced after block [0-9]+$/) },
    ]);
    expect([await world.balanceOf('ETH'), (await world.list()).length]).toEqual([100_000_000n, 1]);
  });
});

describe('a node that lies, stalls or is behind', () => {
  const isBlock = (method: string, params: readonly unknown[]) => method === 'eth_getBlockByNumber' && params[1] === true;

  it('with other transfers in the same block stops the network; it goes on when the nodes agree', async () => {
    await mineAndLook(1);
    node.change = (method, params, result) => {
      const block = result as { transactions: { to: string; value: string }[] };
      if (isBlock(method, params)) for (const sent of block.transactions) sent.value = `0x${(10n ** 24n).toString(16)}`;
      return block;
    };
    await pay();
    await mineAndLook(6);
    expect(await world.pauses()).toEqual([{ reason: 'disagreement', detail: expect.stringContaining('nodes disagree about block') }]);
    expect(await world.list()).toEqual([]);
    node.change = (_method, _params, result) => result;
    await world.round();
    expect([await world.pauses(), await world.balanceOf('ETH')]).toEqual([[], 100_000_000n]);
  });

  it('with other hashes stops it too, and one alone that stalls keeps it silent', async () => {
    await mineAndLook(1);
    node.change = (method, _params, result) =>
      method === 'eth_getBlockByNumber' && result !== null ? { ...(result as object), hash: `0x${'f'.repeat(64)}` } : result;
    await mineAndLook(1);
    expect(await world.pauses()).toMatchObject([{ reason: 'disagreement' }]);
    node.change = (method, _params, result) => (method === 'eth_blockNumber' ? 'nonsense' : result);
    await pay();
    await mineAndLook(1);
    world.time.now += SILENCE_MAX_MS;
    await mineAndLook(1);
    expect(await world.list()).toEqual([]);
  });

  it('that answers with an old head holds the credit back until it is up to date', async () => {
    await pay();
    await mineAndLook(2);
    const old = await anvil.ask<string>('eth_blockNumber');
    node.change = (method, params, result) => {
      if (method === 'eth_blockNumber') return old;
      return method === 'eth_getBlockByNumber' && Number(params[0]) > Number(old) ? null : result;
    };
    await mineAndLook(5);
    expect([await world.balanceOf('ETH'), await world.pauses()]).toEqual([0n, []]);
    world.time.now += SILENCE_MAX_MS;
    await world.round();
    expect(await world.pauses()).toMatchObject([{ reason: 'silent' }]);
    node.change = (_method, _params, result) => result;
    await world.round();
    expect([await world.balanceOf('ETH'), await world.pauses()]).toEqual([100_000_000n, []]);
  });

  it('alone is not believed what a transaction did: not that it failed, not that it paid more', async () => {
    const { networks } = await openOther({ urls: [node.url, anvil.url] });
    const txid = await pay();
    await anvil.mine(2);
    const find = () => networks.chainOf('ERC20').findTransaction(txid);
    node.change = (method, _params, result) => (method === 'eth_getTransactionReceipt' ? { ...(result as object), status: '0x0' } : result);
    expect(await find()).toMatchObject({ confirmations: 0, isFailed: false });
    node.change = (method, _params, result) =>
      method === 'eth_getTransactionByHash' ? { ...(result as object), value: `0x${(10n ** 24n).toString(16)}` } : result;
    expect(await find()).toMatchObject({ confirmations: 0, transfers: [] });
    // One that lags behind says nothing against it, and nothing for it.
    node.change = (method, _params, result) => (method === 'eth_getTransactionReceipt' ? null : result);
    expect(await find()).toMatchObject({ block: null, confirmations: 0 });
    node.change = (_method, _params, result) => result;
    expect(await find()).toMatchObject({ confirmations: 2, isFailed: false, transfers: [{ amount: 10n ** 18n }] });
  });

  it('that answers about another transaction than it was asked about is not believed', async () => {
    const { networks } = await openOther({ urls: [node.url] });
    const [asked, other] = [await pay(), await pay()];
    await anvil.mine(2);
    const find = () => networks.chainOf('ERC20').findTransaction(asked);
    for (const about of ['eth_getTransactionByHash', 'eth_getTransactionReceipt']) {
      const told = await anvil.ask<object>(about, [other]);
      node.change = (method, _params, result) => (method === about ? told : result);
      await expect(find()).rejects.toMatchObject({ reason: 'silent' });
    }
    node.change = (_method, _params, result) => result;
    expect(await find()).toMatchObject({ txid: asked, transfers: [{ txid: asked }] });
  });

  it('and decimals that differ from the settings are never credited by', async () => {
    const wrong = await openOther({ urls: [anvil.url], decimals: 8 });
    await wrong.round();
    expect(await wrong.pauses()).toEqual([{ reason: 'disagreement', detail: 'USDT has 6 decimals on the chain, the settings say 8' }]);
  });
});

describe('security: what is paid and how is not said by one node', () => {
  const sign = (payer: HDNodeWallet) =>
    payer.signTransaction({
      ...{ type: 2, chainId: anvil.chainId, nonce: 0, to: world.address, value: 5n, gasLimit: 21_000n },
      ...{ maxFeePerGas: 10n ** 12n, maxPriorityFeePerGas: 10n ** 9n },
    });
  /** The one that lies is asked first. */
  const open = async () => (await openOther({ urls: [node.url, anvil.url] })).chain;

  it("a count of transactions that is too high is nobody's", async () => {
    const chain = await open();
    node.change = (method, _params, result) => (method === 'eth_getTransactionCount' ? '0xff' : result);
    await expect(chain.evm?.readNonce(anvil.rich)).rejects.toThrow('nodes disagree about a count of transactions');
  });

  it('a tip is the lower one, a base fee that of both', async () => {
    const chain = await open();
    const honest = await chain.evm?.readFees();
    node.change = (method, _params, result) => (method === 'eth_maxPriorityFeePerGas' ? '0xffffffffffff' : result);
    expect(await chain.evm?.readFees()).toEqual(honest);
    node.change = (method, _params, result) =>
      method === 'eth_getBlockByNumber' ? { ...(result as object), baseFeePerGas: '0xffffffffffff' } : result;
    await expect(chain.evm?.readFees()).rejects.toThrow('nodes disagree about a base fee');
  });

  it.each([
    ['the hash that was asked for', (_bytes: string, txid: string) => txid],
    ['another hash', () => `0x${'0'.repeat(64)}`],
  ])('bytes that it keeps to itself, answering %s, are in the next block', async (_what, answer) => {
    const chain = await open();
    const payer = HDNodeWallet.createRandom();
    await anvil.send({ to: payer.address, value: ETHER });
    await anvil.mine();
    const bytes = await sign(payer);
    const txid = keccak256(bytes);
    node.before = (method) => (method === 'eth_sendRawTransaction' ? { result: answer(bytes, txid) } : null);
    expect(await chain.sendPayment({ kind: 'signed', bytes, txid })).toBe(txid);
    node.before = () => null;
    await anvil.mine();
    expect(await chain.findTransaction(txid)).toMatchObject({ confirmations: 1 });
  });

  it('and bytes that only answers with another hash took are not sent', async () => {
    const { chain } = await openOther({ urls: [node.url] });
    const bytes = await sign(HDNodeWallet.createRandom());
    node.before = (method) => (method === 'eth_sendRawTransaction' ? { result: `0x${'0'.repeat(64)}` } : null);
    await expect(chain.sendPayment({ kind: 'signed', bytes, txid: keccak256(bytes) })).rejects.toThrow('no node has taken');
  });
});

it('sends signed bytes once, however often they are sent, and reads what a signer needs', async () => {
  const chain = world.networks.chainOf('ERC20');
  const payer = HDNodeWallet.createRandom();
  await anvil.send({ to: payer.address, value: ETHER });
  await anvil.mine();
  const nonce = await chain.evm?.readNonce(payer.address);
  const fees = await chain.evm?.readFees();
  const gasLimit = await chain.evm?.estimateGas({ from: payer.address, to: world.address, data: '0x', value: 5n });
  expect([nonce, gasLimit]).toEqual([0, 21_000n]);
  const bytes = await payer.signTransaction({
    type: 2,
    chainId: anvil.chainId,
    nonce: 0,
    to: world.address,
    value: 5n,
    gasLimit: 21_000n,
    maxFeePerGas: (fees?.baseFeePerGas ?? 0n) * 2n + 10n ** 9n,
    maxPriorityFeePerGas: 10n ** 9n,
  });
  const txid = keccak256(bytes);
  for (let time = 0; time < 2; time += 1) expect(await chain.sendPayment({ kind: 'signed', bytes, txid })).toBe(txid);
  await anvil.mine();
  expect(await chain.sendPayment({ kind: 'signed', bytes, txid })).toBe(txid);
  expect(await chain.findTransaction(txid)).toMatchObject({ confirmations: 1, transfers: [{ amount: 5n, to: world.address }] });
  expect(await chain.readBalance([world.address], 'ETH')).toBe(5n);
  await expect(chain.sendPayment({ kind: 'request', key: 'x', asset: 'ETH', to: world.address, amount: 1n })).rejects.toThrow('signed');
});
