import { AsyncLocalStorage } from 'node:async_hooks';
import { Wallet } from 'ethers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFakeEvm } from '../../../tests/helpers/fake-evm';
import { openPatiently, type SharedPostgres, sharePostgres } from '../../../tests/helpers/postgres';
import { createWithdrawalsWorld, type Member, type WithdrawalsWorld } from '../../../tests/helpers/withdrawals-world';
import { createLogger } from '../../platform/logger';
import { auditLedger } from '../ledger/ledger';

const MINUTE_MS = 60_000;
const UNIT = 10n ** 18n;
const ROUNDS = 8;
const wallet = new Wallet(`0x${'44'.repeat(32)}`);
const fake = createFakeEvm();
/** Which process a send comes from. */
const process = new AsyncLocalStorage<string>();
const senders = new Set<string>();
let server: SharedPostgres;
let world: WithdrawalsWorld;
let ada: Member;
beforeAll(async () => {
  server = await sharePostgres();
  const db = openPatiently(await server.createDatabase('signers'), createLogger('silent'));
  fake.give('USDT', wallet.address, 1_000_000n * UNIT);
  fake.give('ETH', wallet.address, 10n * UNIT);
  const chain: typeof fake.chain = {
    ...fake.chain,
    sendPayment(payment) {
      senders.add(process.getStore() ?? 'nobody');
      return fake.chain.sendPayment(payment);
    },
  };
  world = await createWithdrawalsWorld({}, {}, { db, evm: { chain, wallet } });
  ada = await world.join('one', { USDT: 5_000n });
});
afterAll(async () => {
  expect((await auditLedger(world.db)).isClean).toBe(true);
  await world?.close();
  await server?.stop();
});

const begin = async (count: number) => {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) ids.push((await ada.begin()).id);
  await world.pass(MINUTE_MS);
  return ids;
};
const states = async (ids: readonly string[]) => new Set(await Promise.all(ids.map(async (id) => (await ada.read(id)).state)));

it('of two processes with one signer one signs and sends, at the same moment too; the other goes on when it stops', {
  timeout: 600_000,
}, async () => {
  const one = world.module.worker;
  const two = await world.secondWorker();
  const first = await begin(4);
  const both = async () => {
    await Promise.all([process.run('one', () => one.round()), process.run('two', () => two.round())]);
    fake.mine();
    world.time.now += 16_000;
  };
  for (let round = 0; round < ROUNDS; round += 1) await both();
  expect(await states(first)).toEqual(new Set(['done']));
  expect([...senders]).toEqual(['one']);
  expect(fake.minedNonces()).toEqual([0, 1, 2, 3]);
  await one.stop();
  senders.clear();
  const second = await begin(2);
  await expect
    .poll(
      async () => {
        await process.run('two', () => two.round());
        fake.mine();
        world.time.now += 16_000;
        return states(second);
      },
      { interval: 200 },
    )
    .toEqual(new Set(['done']));
  expect([...senders]).toEqual(['two']);
  expect(fake.minedNonces()).toEqual([0, 1, 2, 3, 4, 5]);
  await two.stop();
});
