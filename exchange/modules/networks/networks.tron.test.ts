import { HDKey } from '@scure/bip32';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ChainDepositsWorld, createChainDepositsWorld } from '../../../tests/helpers/chain-deposits-world';
import { createFakeTron } from '../../../tests/helpers/fake-tron';
import type { StubServer } from '../../../tests/helpers/stub-server';
import { SILENCE_MAX_MS } from '../deposits/deposits.worker';
import { headersFor } from './networks.tron';
import { toAddress, toHexAddress } from './networks.tron.wire';

const USDT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const OTHER = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH';
const CONFIRMATIONS = 20;
const UNIT = 10n ** 12n;
const xpub = HDKey.fromMasterSeed(new Uint8Array(32).fill(7)).derive("m/44'/195'/0'").publicExtendedKey;

let tron: ReturnType<typeof createFakeTron>;
let servers: StubServer[];
let world: ChainDepositsWorld;
const openWorld = (decimals = 6) =>
  createChainDepositsWorld('TRC20', {
    tron: {
      urls: servers.map(({ url }) => url),
      apiKey: null,
      xpub,
      tokens: [{ asset: 'USDT', contract: USDT, decimals }],
      hotWallet: null,
    },
  });
beforeAll(async () => {
  tron = createFakeTron();
  tron.mine(30);
  servers = [await tron.openServer(), await tron.openServer()];
});
afterAll(() => Promise.all(servers.map((server) => server.stop())));
beforeEach(async () => {
  for (const server of servers) server.change = (_path, _body, answer) => answer;
  tron.mine();
  world = await openWorld();
});
afterEach(() => world.close());

const pay = (more: Partial<Parameters<typeof tron.send>[0]> = {}) =>
  tron.send({ kind: 'token', contract: USDT, to: world.address, units: 25_000_001, ...more });
async function mineAndLook(blocks: number): Promise<void> {
  tron.mine(blocks);
  await world.round();
}
const lie = (server: StubServer | undefined, change: StubServer['change']) => Object.assign(server ?? {}, { change });

describe('TRON behind two servers', () => {
  it('credits a token after twenty blocks, once; custody adds up', async () => {
    const txid = pay();
    await mineAndLook(CONFIRMATIONS - 1);
    expect([await world.list(), await world.balanceOf('USDT')]).toEqual([
      [{ asset: 'USDT', amount: '25000001000000000000', state: 'seen', log_index: 1 }],
      0n,
    ]);
    await mineAndLook(1);
    await world.round();
    expect(await world.balanceOf('USDT')).toBe(2_500_000_100n);
    expect(await world.chain.findTransaction(txid)).toMatchObject({
      confirmations: CONFIRMATIONS,
      isFailed: false,
      fee: { asset: 'TRX', amount: 267_000n * 10n ** 12n },
      sender: OTHER,
      transfers: [{ logIndex: 1, asset: 'USDT', from: OTHER, to: world.address, amount: 25_000_001n * UNIT }],
    });
    expect(await world.findFaults()).toEqual([]);
  });

  it('credits nothing of what failed, of another token, of nothing, or in the coin of the chain; who looks for it is told', async () => {
    const failed = pay({ isFailed: true });
    const other = pay({ contract: OTHER });
    const coin = tron.send({ kind: 'coin', to: world.address, units: 5_000_000 });
    pay({ units: 0 });
    await mineAndLook(CONFIRMATIONS + 1);
    expect(await world.list()).toEqual([]);
    expect(await world.chain.findTransaction(failed)).toMatchObject({ isFailed: true, transfers: [], fee: { asset: 'TRX' } });
    expect(await world.chain.findTransaction(other)).toMatchObject({ transfers: [{ asset: null, to: world.address }] });
    expect(await world.chain.findTransaction(coin)).toMatchObject({ transfers: [{ asset: null, logIndex: 0, to: world.address }] });
    expect(await world.chain.findTransaction('f'.repeat(64))).toBe(null);
  });

  it('asks five questions of each server for a block, however many addresses are ours', async () => {
    await mineAndLook(1);
    const before = servers[0]?.asked.length ?? 0;
    for (let sent = 0; sent < 50; sent += 1) pay();
    await mineAndLook(1);
    expect((servers[0]?.asked.length ?? 0) - before).toBe(5);
  });

  it('security: logs by the ten thousand, of nothing or of a token that isn’t listed, stop no network', async () => {
    const empty = { address: '11'.repeat(20), topics: [], data: '' };
    const worthless = {
      ...empty,
      topics: ['ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef', ...Array(2).fill('22'.repeat(32))],
      data: 'f'.repeat(64),
    };
    const fill = (logs: unknown[]) => [
      ...Array.from({ length: 12_000 }, () => empty),
      ...Array.from({ length: 12_000 }, () => worthless),
      ...logs,
    ];
    for (const server of servers) {
      lie(server, (path, _body, answer) =>
        path.endsWith('gettransactioninfobyblocknum')
          ? (answer as { log?: unknown[] }[]).map((info) => ({ ...info, log: fill(info.log ?? []) }))
          : answer,
      );
    }
    pay();
    await mineAndLook(CONFIRMATIONS + 1);
    await world.round();
    expect(await world.balanceOf('USDT')).toBe(2_500_000_100n);
    expect(await world.list()).toMatchObject([{ log_index: 24_001 }]);
  });

  it.each([1, 20])('follows a reorganisation of %i blocks and credits what is in the chain that stands', async (depth) => {
    await mineAndLook(2);
    const lost = pay();
    await mineAndLook(depth - 1);
    tron.mine();
    tron.reorganise(depth);
    await world.round();
    expect(await world.chain.findTransaction(lost)).toBe(null);
    pay({ units: 7_000_000 });
    await mineAndLook(CONFIRMATIONS);
    await world.round();
    expect([await world.balanceOf('USDT'), await world.pauses()]).toEqual([700_000_000n, []]);
  });

  it('stops at a reorganisation of 21 blocks and undoes nothing', async () => {
    await mineAndLook(2);
    pay();
    await mineAndLook(CONFIRMATIONS);
    tron.reorganise(CONFIRMATIONS + 1);
    await mineAndLook(2);
    expect(await world.pauses()).toMatchObject([{ reason: 'deep_reorganisation' }]);
    expect(await world.balanceOf('USDT')).toBe(2_500_000_100n);
  });
});

describe('a server that lies, stalls or has gaps', () => {
  it('with another amount stops the network until the two agree', async () => {
    pay();
    await mineAndLook(1);
    lie(servers[1], (path, _body, answer) =>
      path.endsWith('infobyblocknum') && Array.isArray(answer)
        ? (answer as { log?: { data: string }[] }[]).map((info) => ({
            ...info,
            log: info.log?.map((log) => ({ ...log, data: 'f'.repeat(64) })) ?? [],
          }))
        : answer,
    );
    pay();
    await mineAndLook(CONFIRMATIONS);
    expect(await world.pauses()).toEqual([{ reason: 'disagreement', detail: expect.stringContaining('nodes disagree about block') }]);
    expect(await world.balanceOf('USDT')).toBe(0n);
    lie(servers[1], (_path, _body, answer) => answer);
    await world.round();
    await world.round();
    expect([await world.balanceOf('USDT'), await world.pauses()]).toEqual([5_000_000_200n, []]);
  });

  it('whose results come later than their block is asked again: no transfer is passed over', async () => {
    for (const server of servers) lie(server, (path, _body, answer) => (path.endsWith('infobyblocknum') ? [] : answer));
    pay();
    await mineAndLook(2);
    expect(await world.list()).toEqual([]);
    for (const server of servers) lie(server, (_path, _body, answer) => answer);
    await world.round();
    expect(await world.list()).toMatchObject([{ state: 'seen' }]);
  });

  it('that makes a block up, or answers nonsense, moves nothing; silence pauses the network after five minutes', async () => {
    const made = { ...tron.blocks[5], hash: 'a'.repeat(64) };
    for (const server of servers) {
      lie(server, (path, _body, answer) =>
        path === '/wallet/getblock' ? { blockID: made.hash, block_header: { raw_data: { number: 99, parentHash: made.hash } } } : answer,
      );
    }
    await mineAndLook(1);
    for (const server of servers) lie(server, () => ({ Error: 'class java.lang.NullPointerException : null' }));
    await mineAndLook(1);
    expect(await world.pauses()).toEqual([]);
    world.time.now += SILENCE_MAX_MS;
    await world.round();
    expect(await world.pauses()).toMatchObject([{ reason: 'silent' }]);
  });

  it('about what a payment cost is not believed alone', async () => {
    const txid = pay();
    tron.mine();
    lie(servers[1], (path, _body, answer) => (path.endsWith('infobyid') ? { ...(answer as object), fee: 1 } : answer));
    expect(await world.chain.findTransaction(txid)).toMatchObject({ block: null, fee: null });
    for (const server of servers)
      lie(server, (path, _body, answer) => (path.endsWith('infobyid') ? { ...(answer as object), fee: undefined } : answer));
    expect(await world.chain.findTransaction(txid)).toMatchObject({ fee: { asset: 'TRX', amount: 0n } });
  });

  it('that alone knows of a payment confirms nothing', async () => {
    const txid = pay();
    tron.mine();
    lie(servers[1], (path, _body, answer) => (path.endsWith('infobyid') ? {} : answer));
    expect(await world.chain.findTransaction(txid)).toMatchObject({ block: null, confirmations: 0 });
  });

  it('and decimals that differ from the settings are never credited by', async () => {
    const wrong = await openWorld(18);
    expect(await wrong.pauses()).toEqual([{ reason: 'disagreement', detail: 'USDT has 6 decimals on the chain, the settings say 18' }]);
    await wrong.close();
  });
});

it('security: the key goes to TronGrid alone', () => {
  expect(headersFor('https://api.trongrid.io', 'k')).toEqual({ 'TRON-PRO-API-KEY': 'k' });
  for (const url of ['https://nottrongrid.io', 'https://trongrid.io.evil.example', 'https://own.example/trongrid.io']) {
    expect(headersFor(url, 'k')).toEqual({});
  }
});

it('writes addresses as the chain does', () => {
  expect(toHexAddress(USDT)).toBe('41a614f803b6fd780986a42c78ec9c7f77e6ded13c');
  expect(toAddress('a614f803b6fd780986a42c78ec9c7f77e6ded13c')).toBe(USDT);
});
