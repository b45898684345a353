import { HDKey } from '@scure/bip32';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { type ChainDepositsWorld, createChainDepositsWorld } from '../../../tests/helpers/chain-deposits-world';
import { createFakeBitcoin } from '../../../tests/helpers/fake-esplora';
import type { StubServer } from '../../../tests/helpers/stub-server';
import type { CallContext } from '../../http/register-call';

const xpub = HDKey.fromMasterSeed(new Uint8Array(32).fill(7)).derive("m/84'/0'/0'").publicExtendedKey;
const LEFT_MS = 96 * 600_000;

let bitcoin: ReturnType<typeof createFakeBitcoin>;
let server: StubServer;
let world: ChainDepositsWorld;
beforeAll(async () => {
  bitcoin = createFakeBitcoin();
  bitcoin.mine(3);
  server = await bitcoin.openServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  world = await createChainDepositsWorld('BTC', { bitcoin: { urls: [server.url], xpub, hotWallet: null } });
});
afterEach(() => world.close());

type Shown = { state: string; confirmations: number; needed: number; expected: number | null; num: string };
async function show(hash?: string): Promise<Shown> {
  const id = hash === undefined ? 'x.deposits' : 'x.findDeposit';
  const found = world.module.calls.find(({ call }) => call.id === id);
  const session = { userId: '7', username: '', mode: 'real', sessionId: '1' };
  const answer = await found?.run(hash === undefined ? {} : { hash }, { session } as unknown as CallContext);
  return (Array.isArray(answer) ? answer[0] : answer) as Shown;
}
const seenEvents = async () =>
  (await world.db.read.query<{ n: string }>("SELECT payload->>'confirmations' AS n FROM event_log WHERE kind = 'deposit.seen' ORDER BY id"))
    .rows;

it('credits what a miner made only when it can be spent, after 100 blocks, and says so from the beginning; what it pays on goes by the usual three', async () => {
  const hash = bitcoin.mineTo([{ address: world.address, satoshis: 600_000n }]);
  expect(await show(hash)).toMatchObject({ state: 'confirming', confirmations: 1, needed: 100 });
  bitcoin.mine(3);
  await world.round();
  expect(await world.balanceOf('BTC')).toBe(0n);
  expect(await show()).toMatchObject({ state: 'confirming', confirmations: 4, needed: 100, expected: world.time.now + LEFT_MS });
  expect(await show(hash)).toMatchObject({ state: 'confirming', confirmations: 4, needed: 100 });
  bitcoin.pay([{ address: world.address, satoshis: 5_000n }]);
  bitcoin.mine(3);
  await world.round();
  expect(await world.balanceOf('BTC')).toBe(5_000n);
  bitcoin.mine(92);
  await world.round();
  expect(await world.balanceOf('BTC')).toBe(5_000n);
  bitcoin.mine();
  await world.round();
  expect(await world.balanceOf('BTC')).toBe(605_000n);
  expect(await seenEvents()).toEqual([{ n: '100' }, { n: '3' }]);
  expect(await world.findFaults()).toEqual([]);
});

it('forgets new coins with their block', async () => {
  bitcoin.mineTo([{ address: world.address, satoshis: 600_000n }]);
  await world.round();
  bitcoin.reorganise(1);
  bitcoin.mine();
  await world.round();
  expect(await show()).toMatchObject({ state: 'orphaned' });
});
