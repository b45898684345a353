import { Wallet } from 'ethers';
import { expect, it } from 'vitest';
import { createFakeEvm } from '../../../tests/helpers/fake-evm';
import { IS_LONG } from '../../../tests/helpers/turns';
import { createWithdrawalsWorld, OUTSIDE } from '../../../tests/helpers/withdrawals-world';
import type { Database } from '../../platform/db';
import { auditLedger } from '../ledger/ledger';
import { auditHolds } from '../ledger/ledger.holds-audit';

const MINUTE_MS = 60_000;
const UNIT = 10n ** 18n;
const wallet = new Wallet(`0x${'11'.repeat(32)}`);
/** Ends of the world that are tried: more than a withdrawal has steps. */
const CRASHES = IS_LONG ? 40 : 14;

class Killed extends Error {}

/**
 * A process that is killed at its n-th step: a commit (the step before it happened, or it just did) or a message to the chain (sent or not). Nothing
 * of it does anything afterwards.
 */
function createKiller() {
  const state = { left: Number.POSITIVE_INFINITY, isDead: false };
  async function step<T>(work: () => Promise<T>): Promise<T> {
    if (state.isDead) throw new Killed();
    state.left -= 1;
    // Odd ends lie before a step, even ones after it.
    if (state.left === 0) {
      state.isDead = true;
      throw new Killed();
    }
    const result = await work();
    state.left -= 1;
    if (state.left === 0) {
      state.isDead = true;
      throw new Killed();
    }
    return result;
  }
  return { state, step };
}

it(`killed at each of ${CRASHES} steps, with the chain answering or not, a withdrawal is paid exactly once`, {
  timeout: 600_000,
}, async () => {
  const fake = createFakeEvm();
  fake.give('USDT', wallet.address, 1_000_000n * UNIT);
  fake.give('ETH', wallet.address, 100n * UNIT);
  const killer = createKiller();
  const chain = {
    ...fake.chain,
    sendPayment: (payment: Parameters<typeof fake.chain.sendPayment>[0]) => killer.step(() => fake.chain.sendPayment(payment)),
  };
  const world = await createWithdrawalsWorld({}, {}, { evm: { chain, wallet }, wrapPayer: (db) => ({ ...db, transaction: wrap(db) }) });
  function wrap(db: Database): Database['transaction'] {
    return (run, options) => killer.step(() => db.transaction(run, options));
  }
  await world.module.worker.stop();
  const ada = await world.join('one', { USDT: 100_000n });
  let expected = 0n;
  for (let crash = 1; crash <= CRASHES; crash += 1) {
    const { id } = await ada.begin({ amount: String(10 + crash) });
    await world.pass(MINUTE_MS);
    const { arrives } = await ada.read(id);
    fake.faults.send = crash % 3 === 0 ? 'lost-after' : crash % 3 === 1 ? 'ok' : 'lost-before';
    let worker = await world.secondWorker();
    killer.state.left = crash;
    for (let turn = 0; turn < 12; turn += 1) {
      await worker.round();
      if (killer.state.isDead) {
        killer.state.isDead = false;
        killer.state.left = Number.POSITIVE_INFINITY;
        fake.faults.send = 'ok';
        worker = await world.secondWorker();
      }
      if (turn === 3) fake.faults.send = 'ok';
      fake.mine();
      world.time.now += 16_000;
    }
    killer.state.left = Number.POSITIVE_INFINITY;
    expected += BigInt(Math.round(Number(arrives) * 1e6)) * 10n ** 12n;
    expect((await ada.read(id)).state, `crash ${crash}`).toBe('done');
    expect(fake.balanceOf('USDT', OUTSIDE.ERC20), `crash ${crash}`).toBe(expected);
  }
  expect(fake.minedNonces()).toEqual(Array.from({ length: CRASHES }, (_, nonce) => nonce));
  expect((await auditLedger(world.db)).isClean).toBe(true);
  expect((await auditHolds(world.db, 0)).differences).toEqual([]);
  expect((await ada.usdt()).held).toBe('0');
  await world.close();
});
