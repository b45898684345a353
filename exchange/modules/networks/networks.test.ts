import { HDKey } from '@scure/bip32';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../platform/db';
import { createTestDatabase } from '../../platform/test-database';
import { createTestPlatform } from '../../platform/test-platform';
import { openAddressBook } from './networks.addresses';
import { HotWalletShort } from './networks.chain';
import { listPauses, pauseNetwork, readPause, resumeNetwork } from './networks.pauses';
import type { SandboxChain } from './networks.sandbox';
import { createNetworks, type ListedNetworks } from './networks.service';

const UNIT = 10n ** 18n;
const listNetworks: ListedNetworks = () =>
  [
    { code: 'ERC20', assets: ['ETH', 'USDT', 'USDC'], confirmations: 5 },
    { code: 'BTC', assets: ['BTC'], confirmations: 3 },
    { code: 'TRC20', assets: ['USDT'], confirmations: 20 },
    { code: 'LATER', assets: ['USDT'], confirmations: 1 },
  ].map(({ code, ...terms }) => ({ code, terms: { ...terms, name: code, explorer: null } }));

let db: Database;
let platform: ReturnType<typeof createTestPlatform>['platform'];
beforeAll(async () => {
  db = await createTestDatabase();
  ({ platform } = createTestPlatform(db));
  await db.read.query(
    `INSERT INTO users (id, username, username_key, referral_code, kind) VALUES (7, 'ada', 'ada', 'AAAAAAAA', 'person'), (8, 'bob', 'bob', 'BBBBBBBB', 'person')`,
  );
});
afterAll(() => db.close());

async function openNetworks() {
  const networks = createNetworks(platform, { listNetworks });
  await networks.open();
  return networks;
}
const sandboxOf = (networks: Awaited<ReturnType<typeof openNetworks>>, code: string) => networks.sandboxOf(code) as SandboxChain;

describe('networks', () => {
  it('are offered in the sandbox where this version knows how addresses are made, and nowhere else without settings', async () => {
    const networks = await openNetworks();
    expect(networks.list().map(({ code, isOffered }) => [code, isOffered])).toEqual([
      ['ERC20', true],
      ['BTC', true],
      ['TRC20', true],
      ['LATER', false],
    ]);
    expect(() => networks.chainOf('LATER')).toThrow(expect.objectContaining({ code: 'NETWORK_NOT_OFFERED' }));
    expect(() => networks.get('DOGE')).toThrow(expect.objectContaining({ code: 'NETWORK_UNKNOWN' }));
    const strict = createNetworks({ ...platform, env: { ...platform.env, sandbox: false } }, { listNetworks });
    await strict.open();
    expect(strict.list().some(({ isOffered }) => isOffered)).toBe(false);
  });

  it('give a person one address on each network, the same after a restart, in the form of the chain', async () => {
    const networks = await openNetworks();
    const ask = (network: string, userId: string, of = networks) => db.transaction((tx) => of.getDepositAddress(tx, { network, userId }));
    const asked = await Promise.all([ask('ERC20', '7'), ask('BTC', '7'), ask('TRC20', '7'), ask('ERC20', '8'), ask('ERC20', '7')]);
    expect(asked[0]).toMatch(/^0x[0-9a-fA-F]{40}$/);
    expect(asked[1]).toMatch(/^bc1q[0-9a-z]{38}$/);
    expect(asked[2]).toMatch(/^T[1-9A-HJ-NP-Za-km-z]{33}$/);
    expect(asked[3]).not.toBe(asked[0]);
    expect(asked[4]).toBe(asked[0]);
    expect(await ask('ERC20', '7', await openNetworks())).toBe(asked[0]);
    await expect(db.read.query('DELETE FROM deposit_addresses')).rejects.toThrow('belongs to its owner for good');
    await expect(db.read.query('UPDATE deposit_owners SET address_index = 99')).rejects.toThrow('belongs to its owner for good');
  });

  it('know their own addresses, in any case of letters', async () => {
    const networks = await openNetworks();
    const network = 'ERC20';
    const address = await networks.getDepositAddress(db.read, { network, userId: '7' });
    const of = (asked: string) => networks.isOwnAddress(db.read, { network, address: asked });
    expect(await of(address.toLowerCase())).toBe('deposit_address');
    expect(await of(networks.hotAddressOf(network) ?? '')).toBe('hot_wallet');
    expect(await of(`0x${'1'.repeat(40)}`)).toBe(null);
    expect(await networks.findOwners(db.read, { network, addresses: [address, `0x${'1'.repeat(40)}`] })).toEqual(
      new Map([[address.toLowerCase(), '7']]),
    );
    expect(await networks.listOwnAddresses(db.read, '7')).toContainEqual({ network, matchKey: address.toLowerCase() });
    expect(await networks.listOwnAddresses(db.read, '8')).not.toContainEqual({ network, matchKey: address.toLowerCase() });
  });

  it('offer no address for a coin that nobody watches, and the numbers of the others stay', async () => {
    const key = (path: string) => HDKey.fromMasterSeed(new Uint8Array(32).fill(7)).derive(path).publicExtendedKey;
    const tokens = [{ asset: 'USDT', contract: '0xdAC17F958D2ee523a2206206994597C13D831ec7', decimals: 6 }];
    const chain = { urls: ['http://127.0.0.1:9'], chainId: 1, xpub: key("m/44'/60'/0'"), hotWallet: null, tokens };
    const tron = { urls: ['http://127.0.0.1:9'], apiKey: null, xpub: key("m/44'/195'/0'"), hotWallet: null, tokens: [] };
    const options = async (given: object) => {
      const real = createNetworks({ ...platform, env: { ...platform.env, sandbox: false, ...given } }, { listNetworks });
      await real.open();
      return real.listOptions().map(({ id, title }) => [id, title]);
    };
    const all = new Map((await openNetworks()).listOptions().map(({ id, title }) => [title, id]));
    expect(await options({ chain, tron })).toEqual(['ETH_ERC20', 'USDT_ERC20'].map((title) => [all.get(title), title]));
  });

  it('know which addresses are of the house: the hot wallet of the settings and change addresses of their key, and no deposit address', async () => {
    const xpub = HDKey.fromMasterSeed(new Uint8Array(32).fill(7)).derive("m/84'/0'/0'").publicExtendedKey;
    const hotWallet = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';
    const bitcoin = { urls: ['http://127.0.0.1:9'], xpub, hotWallet };
    const real = createNetworks({ ...platform, env: { ...platform.env, sandbox: false, bitcoin } }, { listNetworks });
    await real.open();
    const of = (address: string) => real.isHouseAddress('BTC', address);
    const { derive } = openAddressBook('bitcoin', xpub);
    expect([of(hotWallet), of(hotWallet.toUpperCase()), of(derive('own', 0)), of(derive('own', 49))]).toEqual([true, true, true, true]);
    expect([of(derive('own', 50)), of(derive('deposit', 0)), of(derive('outside', 0))]).toEqual([false, false, false]);
    expect(() => real.isHouseAddress('ERC20', hotWallet)).toThrow(expect.objectContaining({ code: 'NETWORK_NOT_OFFERED' }));
  });

  it('are paused for one reason until it ends', async () => {
    const pause = { network: 'BTC', detail: 'two nodes', at: 5 } as const;
    expect(await pauseNetwork(db.read, { ...pause, reason: 'disagreement' })).toBe(true);
    expect(await pauseNetwork(db.read, { ...pause, reason: 'silent' })).toBe(false);
    expect(await readPause(db.read, 'BTC')).toEqual({ network: 'BTC', reason: 'disagreement', since: 5 });
    expect(await readPause(db.read, 'ERC20')).toBe(null);
    // What people have to end isn't hidden by what ends by itself.
    expect(await pauseNetwork(db.read, { ...pause, reason: 'deep_reorganisation' })).toBe(true);
    expect(await pauseNetwork(db.read, { ...pause, reason: 'deep_reorganisation' })).toBe(false);
    expect(await pauseNetwork(db.read, { ...pause, reason: 'silent' })).toBe(false);
    expect(await resumeNetwork(db.read, { network: 'BTC', reasons: ['silent', 'disagreement'] })).toBe(false);
    expect(await resumeNetwork(db.read, { network: 'BTC', reasons: ['deep_reorganisation'] })).toBe(true);
    expect(await pauseNetwork(db.read, { ...pause, reason: 'disagreement' })).toBe(true);
    expect(await resumeNetwork(db.read, { network: 'BTC', reasons: ['silent'] })).toBe(false);
    expect(await resumeNetwork(db.read, { network: 'BTC', reasons: ['silent', 'disagreement'] })).toBe(true);
    expect(await listPauses(db.read)).toEqual([]);
  });
});

describe('the chain of the sandbox', () => {
  const OUTSIDE = `0x${'a'.repeat(40)}`;
  const payment = { kind: 'request', key: 'w1', asset: 'USDT', to: OUTSIDE, amount: 25n * UNIT } as const;

  it('has blocks with parents, and puts a payment into the next one, once for its key', async () => {
    const chain = sandboxOf(await openNetworks(), 'ERC20');
    const before = await chain.readHead();
    const [txid, again] = [await chain.sendPayment(payment), await chain.sendPayment(payment)];
    expect(again).toBe(txid);
    expect(await chain.findTransaction(txid)).toMatchObject({ block: null, confirmations: 0 });
    await chain.mine();
    await chain.mine();
    const head = await chain.readHead();
    expect(head.number).toBe(before.number + 2);
    const blocks = await chain.readBlocks(before.number + 1, head.number + 50);
    expect(blocks.map(({ number }) => number)).toEqual([before.number + 1, head.number]);
    expect(blocks.map(({ parentHash }) => parentHash)).toEqual([before.hash, blocks[0]?.hash]);
    expect(blocks[0]?.transfers).toEqual([{ txid, logIndex: 0, asset: 'USDT', from: chain.hotAddress, to: OUTSIDE, amount: 25n * UNIT }]);
    expect(await chain.findTransaction(txid)).toMatchObject({
      confirmations: 2,
      block: { number: before.number + 1, hash: blocks[0]?.hash },
    });
    expect(await chain.findTransaction(`0x${'0'.repeat(64)}`)).toBe(null);
    expect(await chain.readBalance([OUTSIDE], 'USDT')).toBe(25n * UNIT);
    // Kept over a restart.
    expect(await sandboxOf(await openNetworks(), 'ERC20').readHead()).toEqual(head);
  });

  it('reorganises: other hashes from there on, and what was in the blocks waits again or never was', async () => {
    const chain = sandboxOf(await openNetworks(), 'ERC20');
    const kept = await chain.sendPayment({ ...payment, key: 'kept' });
    await chain.mine();
    const old = await chain.readHead();
    await chain.mine();
    await chain.reorganise({ depth: 2, isKept: true });
    expect(await chain.readHash(old.number - 1)).toBe((await chain.readBlocks(old.number, old.number))[0]?.parentHash);
    expect(await chain.readHash(old.number)).not.toBe(old.hash);
    expect(await chain.findTransaction(kept)).toMatchObject({ block: null });
    await chain.mine();
    expect(await chain.findTransaction(kept)).toMatchObject({ confirmations: 1 });
    await chain.reorganise({ depth: 1, isKept: false });
    expect(await chain.findTransaction(kept)).toBe(null);
    expect(await chain.readHash(old.number + 99)).toBe(null);
    await expect(chain.reorganise({ depth: 10_000, isKept: true })).rejects.toThrow('no 10000 last ones');
  });

  it('pays no more than the hot wallet has, also when two payments come at once', async () => {
    const chain = sandboxOf(await openNetworks(), 'BTC');
    const all = await chain.readBalance([chain.hotAddress], 'BTC');
    const most = { ...payment, asset: 'BTC', to: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu', amount: (all * 2n) / 3n };
    const outcomes = await Promise.allSettled(['x', 'y'].map((key) => chain.sendPayment({ ...most, key })));
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(chain.sendPayment({ ...most, key: 'z' })).rejects.toThrow(HotWalletShort);
    await expect(chain.sendPayment({ kind: 'signed', bytes: '0x', txid: '0x' })).rejects.toThrow('no keys');
  });
});
