import { createHash } from 'node:crypto';
import { HDKey } from '@scure/bip32';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ChainDepositsWorld, createChainDepositsWorld } from '../../../tests/helpers/chain-deposits-world';
import { createFakeBitcoin, GENESIS, ESPLORA_SENDER } from '../../../tests/helpers/fake-esplora';
import type { StubServer } from '../../../tests/helpers/stub-server';
import { SILENCE_MAX_MS } from '../deposits/deposits.worker';
import { readRawBlock, toAddress } from './networks.bitcoin.wire';

const GENESIS_HASH = '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f';
const OTHERS = [
  '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2',
  '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
  'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3',
  'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
];
const SATOSHI = 10n ** 10n;
const xpub = HDKey.fromMasterSeed(new Uint8Array(32).fill(7)).derive("m/84'/0'/0'").publicExtendedKey;

let bitcoin: ReturnType<typeof createFakeBitcoin>;
let servers: StubServer[];
let world: ChainDepositsWorld;
beforeAll(async () => {
  bitcoin = createFakeBitcoin();
  bitcoin.mine(12);
  servers = [await bitcoin.openServer(), await bitcoin.openServer()];
});
afterAll(() => Promise.all(servers.map((server) => server.stop())));
beforeEach(async () => {
  for (const server of servers) server.change = (_path, _body, answer) => answer;
  bitcoin.mine();
  world = await createChainDepositsWorld('BTC', { bitcoin: { urls: servers.map(({ url }) => url), xpub, hotWallet: null } });
});
afterEach(() => world.close());

const pay = (satoshis = 150_000n) => bitcoin.pay([{ address: world.address, satoshis }]);
async function mineAndLook(blocks: number): Promise<void> {
  for (let block = 0; block < blocks; block += 1) {
    bitcoin.mine();
    await world.round();
  }
}
const lie = (server: StubServer | undefined, change: StubServer['change']) => Object.assign(server ?? {}, { change });

const hashTwice = (data: Uint8Array) => createHash('sha256').update(createHash('sha256').update(data).digest()).digest();
/** Returns a block of two transactions, and its hash. */
function toBlock(sent: readonly [Buffer, Buffer]): [Buffer, string] {
  const root = hashTwice(Buffer.concat(sent.map(hashTwice)));
  const header = Buffer.concat([Buffer.alloc(36, 1), root, Buffer.alloc(12, 1)]);
  return [Buffer.concat([header, Buffer.from([2]), ...sent]), hashTwice(header).reverse().toString('hex')];
}

describe('blocks of Bitcoin', () => {
  it('are read as they are stored: the first one, and none that was changed by a bit', () => {
    expect(readRawBlock(GENESIS, GENESIS_HASH)).toEqual({ parentHash: '0'.repeat(64), transfers: [] });
    for (const place of [40, 70, 200, GENESIS.length - 1]) {
      const changed = Buffer.from(GENESIS);
      changed.writeUInt8(changed.readUInt8(place) ^ 1, place);
      expect(() => readRawBlock(changed, GENESIS_HASH)).toThrow();
    }
    for (const other of [GENESIS.subarray(0, -1), Buffer.concat([GENESIS, Buffer.alloc(1)]), Buffer.alloc(0)]) {
      expect(() => readRawBlock(other, GENESIS_HASH)).toThrow();
    }
  });

  it('name addresses of every kind as wallets write them, and nothing for outputs without one', async () => {
    bitcoin.pay(OTHERS.map((address, index) => ({ address, satoshis: BigInt(index + 1) })));
    bitcoin.mine();
    const block = await world.chain.readBlocks(bitcoin.blocks.length - 1, bitcoin.blocks.length - 1);
    expect(block[0]?.transfers.slice(1).map(({ to, amount, logIndex }) => [to, amount / SATOSHI, logIndex])).toEqual(
      OTHERS.map((address, index) => [address, BigInt(index + 1), index]),
    );
    expect(toAddress(Buffer.from('6a0548656c6c6f', 'hex'))).toBe(null);
  });

  it('with a transaction as long as two hashes are read where the first one is what a miner makes, and refused where it isn’t', () => {
    const output = (script: string) => `01${'00'.repeat(8)}${(script.length / 2).toString(16).padStart(2, '0')}${script}`;
    const spend = (from: string, script: string) => Buffer.from(`0200000001${from}00ffffffff${output(script)}00000000`, 'hex');
    const small = spend(`${'05'.repeat(32)}00000000`, '51020000');
    expect(small).toHaveLength(64);
    const first = spend(`${'00'.repeat(32)}ffffffff`, `0014${'07'.repeat(20)}`);
    expect(readRawBlock(...toBlock([first, small])).transfers).toHaveLength(1);
    expect(() => readRawBlock(...toBlock([small, first]))).toThrow('ambiguous');
  });

  it.each([2, 3, 5])('with their end repeated are refused though the root is the same (%i transactions)', (count) => {
    for (let sent = 1; sent < count; sent += 1) pay();
    bitcoin.mine();
    const { raw, hash, sent } = bitcoin.blocks.at(-1) as (typeof bitcoin.blocks)[number];
    expect(readRawBlock(raw, hash).transfers).toHaveLength(count);
    const repeated = Buffer.concat([raw, ...sent.slice(count % 2 === 1 ? -1 : -2).map((one) => one.raw)]);
    repeated.writeUInt8(repeated.readUInt8(80) + (count % 2 === 1 ? 1 : 2), 80);
    expect(() => readRawBlock(repeated, hash)).toThrow();
  });
});

describe('Bitcoin behind two servers', () => {
  it('credits outputs after three blocks, each once, with and without witnesses; custody adds up', async () => {
    const first = bitcoin.pay([
      { address: OTHERS[0] as string, satoshis: 5n },
      { address: world.address, satoshis: 150_000n },
      { address: world.address, satoshis: 1n },
    ]);
    bitcoin.pay([{ address: world.address, satoshis: 2_100n }], { isWitness: false });
    await mineAndLook(2);
    expect([(await world.list()).map(({ state }) => state), await world.balanceOf('BTC')]).toEqual([['seen', 'seen', 'seen'], 0n]);
    await mineAndLook(2);
    expect(await world.balanceOf('BTC')).toBe(152_101n);
    expect(await world.chain.findTransaction(first)).toMatchObject({
      confirmations: 4,
      isFailed: false,
      sender: ESPLORA_SENDER,
      transfers: [{ logIndex: 0 }, { logIndex: 1, asset: 'BTC', to: world.address, amount: 150_000n * SATOSHI }, { logIndex: 2 }],
    });
    expect(await world.findFaults()).toEqual([]);
  });

  it('asks as much of a block for two hundred addresses as for one', async () => {
    const countAsked = async () => {
      const before = servers.reduce((sum, { asked }) => sum + asked.length, 0);
      await mineAndLook(1);
      return servers.reduce((sum, { asked }) => sum + asked.length, 0) - before;
    };
    await mineAndLook(1);
    const few = await countAsked();
    await world.db.read.query(
      `INSERT INTO users (id, username, username_key, referral_code, kind)
         SELECT n, 'user' || n, 'user' || n, lpad(n::text, 8, '0'), 'person' FROM generate_series(1000, 1199) n`,
    );
    for (let user = 1_000; user < 1_200; user += 1)
      await world.networks.getDepositAddress(world.db.read, { network: 'BTC', userId: String(user) });
    pay();
    expect(await countAsked()).toBe(few);
    expect(few).toBeLessThanOrEqual(12);
  });

  it.each([1, 3])('follows a reorganisation of %i blocks and credits what is in the chain that stands', async (depth) => {
    await mineAndLook(1);
    const lost = pay();
    await mineAndLook(depth);
    bitcoin.reorganise(depth);
    await world.round();
    expect(await world.chain.findTransaction(lost)).toBe(null);
    pay(7_000n);
    await mineAndLook(4);
    expect(await world.balanceOf('BTC')).toBe(depth === 3 ? 157_000n : 7_000n);
    expect(await world.pauses()).toEqual([]);
  });

  it('stops at a reorganisation of 4 blocks and undoes nothing', async () => {
    await mineAndLook(2);
    pay();
    await mineAndLook(3);
    bitcoin.reorganise(4);
    await mineAndLook(2);
    expect(await world.pauses()).toMatchObject([{ reason: 'deep_reorganisation' }]);
    expect(await world.balanceOf('BTC')).toBe(150_000n);
  });
});

describe('a server that lies, stalls or has gaps', () => {
  it('with a changed block under the right hash is not believed, alone or first', async () => {
    await mineAndLook(1);
    const forged = 10_000_000n;
    for (const server of servers.slice(0, 1)) {
      lie(server, (path, _body, answer) => {
        if (!path.endsWith('/raw') || !Buffer.isBuffer(answer)) return answer;
        const changed = Buffer.from(answer);
        changed.writeBigUInt64LE(forged, changed.length - 200);
        return changed;
      });
    }
    pay();
    await mineAndLook(4);
    expect([await world.balanceOf('BTC'), await world.pauses()]).toEqual([150_000n, []]);
  });

  it('with other hashes stops the network until they agree', async () => {
    await mineAndLook(1);
    lie(servers[1], (path, _body, answer) => (path.startsWith('/block-height/') && answer !== null ? 'f'.repeat(64) : answer));
    pay();
    await mineAndLook(4);
    expect(await world.pauses()).toMatchObject([{ reason: 'disagreement' }]);
    expect(await world.list()).toEqual([]);
    lie(servers[1], (_path, _body, answer) => answer);
    await world.round();
    expect([await world.balanceOf('BTC'), await world.pauses()]).toEqual([150_000n, []]);
  });

  it('that invents a confirmation, or answers nonsense, confirms nothing', async () => {
    const txid = pay();
    const block_hash = bitcoin.blocks.at(-1)?.hash;
    const status = { confirmed: true, block_height: bitcoin.blocks.length - 1, block_hash };
    lie(servers[1], (path, _body, answer) => (path === `/tx/${txid}` ? { txid, status } : answer));
    expect(await world.chain.findTransaction(txid)).toMatchObject({ block: null, confirmations: 0, transfers: [] });
    lie(servers[1], () => '<html>');
    await expect(world.chain.findTransaction(txid)).rejects.toMatchObject({ reason: 'silent' });
    expect(await world.chain.findTransaction('not a hash')).toBe(null);
  });

  it('that has no block yet holds the credit back, and silence of both pauses it after five minutes', async () => {
    pay();
    await mineAndLook(1);
    lie(servers[1], (path, _body, answer) => (path.endsWith('/raw') ? null : answer));
    await mineAndLook(1);
    for (const server of servers) lie(server, (_path, _body, answer) => (answer === null ? null : { error: 'busy' }));
    await mineAndLook(2);
    expect([await world.balanceOf('BTC'), await world.pauses()]).toEqual([0n, []]);
    world.time.now += SILENCE_MAX_MS;
    await world.round();
    expect(await world.pauses()).toMatchObject([{ reason: 'silent' }]);
    for (const server of servers) lie(server, (_path, _body, answer) => answer);
    await world.round();
    expect([await world.balanceOf('BTC'), await world.pauses()]).toEqual([150_000n, []]);
  });

  it('of another chain is refused before anything else', async () => {
    for (const server of servers) lie(server, (path, _body, answer) => (path === '/block-height/0' ? 'a'.repeat(64) : answer));
    const other = await createChainDepositsWorld('BTC', { bitcoin: { urls: servers.map(({ url }) => url), xpub, hotWallet: null } });
    expect(await other.pauses()).toMatchObject([{ reason: 'disagreement', detail: expect.stringContaining('another one') }]);
    await other.close();
  });
});
