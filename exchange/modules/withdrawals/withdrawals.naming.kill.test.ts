import { Wallet } from 'ethers';
import { expect, it } from 'vitest';
import { createDyingDatabase } from '../../../tests/helpers/dying-database';
import { createFakeEvm } from '../../../tests/helpers/fake-evm';
import { createOperatorPair } from '../../../tests/helpers/operator-pair';
import { createWithdrawalsWorld, OUTSIDE } from '../../../tests/helpers/withdrawals-world';
import { createTestDatabase } from '../../platform/test-database';
import { auditLedger } from '../ledger/ledger';

const wallet = new Wallet(`0x${'44'.repeat(32)}`);
const mistyped = (n: number) => `0x${'b'.repeat(60)}${String(n).padStart(4, '0')}`;
const right = (n: number) => `0x${'c'.repeat(60)}${String(n).padStart(4, '0')}`;

async function openWorld() {
  const fake = createFakeEvm();
  const dying = createDyingDatabase(await createTestDatabase());
  const deps = { openWallet: undefined, isVerified: () => Promise.resolve(true) };
  const { findTransaction } = fake.chain;
  // Each right hash pays 9.7 USDT, deep in the chain.
  fake.chain.findTransaction = async (txid) => {
    if (!txid.startsWith('0xccc')) return findTransaction(txid);
    const transfer = { txid, logIndex: 1, asset: 'USDT', from: wallet.address, to: OUTSIDE.ERC20, amount: 97n * 10n ** 17n };
    const shown = { txid, block: { number: 1, hash: '0x1' }, confirmations: 9, isFailed: false, transfers: [transfer] };
    return { ...shown, fee: { asset: 'ETH', amount: 10n ** 15n }, sender: wallet.address };
  };
  const world = await createWithdrawalsWorld({}, deps, { db: dying.db, evm: { chain: fake.chain, wallet } });
  const ada = await world.join('one');
  const operators = await createOperatorPair(world.db, () => world.time.now);
  const countJournals = async (code: string, reference: string) =>
    (await world.db.read.query('SELECT 1 FROM ledger_journals WHERE code = $1 AND reference = $2', [code, reference])).rowCount;
  return { dying, world, ada, operators, countJournals };
}
type Opened = Awaited<ReturnType<typeof openWorld>>;

/** What has to be so of a withdrawal and its payments, wherever anything was killed: one that is sent is followed under the hash that it shows. */
async function proveWhole({ world, ada }: Opened, id: string, about: string): Promise<void> {
  const { state, txid } = await ada.read(id);
  const { rows } = await world.db.read.query<{ txid: string }>(
    "SELECT txid FROM withdrawal_payments WHERE withdrawal_id = $1 AND state IN ('live', 'paid') ORDER BY id",
    [id],
  );
  if (state === 'approved') expect(rows, about).toEqual([]);
  else
    expect(
      rows.map((row) => row.txid),
      about,
    ).toContain(txid);
}

async function provePaidOnce(opened: Opened, id: string, n: number): Promise<void> {
  const { ada, countJournals } = opened;
  expect(await ada.read(id), `killed at ${n}`).toMatchObject({ state: 'done', txid: right(n) });
  await proveWhole(opened, id, `killed at ${n}`);
  const counts = [await countJournals('WITHDRAWAL', `withdrawal:${id}`), await countJournals('NETWORK_FEE', `ERC20:${right(n).slice(2)}`)];
  expect(counts, `killed at ${n}`).toEqual([1, 1]);
}

it('a payment by hand that is named again, killed at each step, is followed under one hash and booked once', async () => {
  const opened = await openWorld();
  const { dying, world, ada, operators } = opened;
  let id = '';
  let request = '';
  const begin = async (n: number) => {
    id = (await ada.begin({ amount: '10' })).id;
    await world.pass(60_000);
    await operators.agree('pay', id, mistyped(n));
    expect(await ada.read(id)).toMatchObject({ state: 'sent', txid: mistyped(n) });
    request = /request (\d+)/.exec(await operators.run('eve', 'pay', id, right(n)))?.[1] ?? '';
  };
  const named = await dying.killAtEach({
    prepare: begin,
    work: () => operators.run('fay', 'approve', request),
    async look(n) {
      await proveWhole(opened, id, `killed at ${n}`);
      // Whoever saw nothing of an answer agrees once more; where it was done before, that is refused and changes nothing.
      await operators.run('fay', 'approve', request).catch(() => undefined);
      expect(await ada.read(id), `killed at ${n}`).toMatchObject({ state: 'sent', txid: right(n) });
      await world.module.worker.round();
      await provePaidOnce(opened, id, n);
    },
  });
  expect(named).toBeGreaterThan(5);
  const followed = await dying.killAtEach({
    async prepare(n) {
      await begin(1_000 + n);
      await operators.run('fay', 'approve', request);
    },
    work: () => world.module.worker.round(),
    async look(n) {
      await proveWhole(opened, id, `killed at ${n}`);
      for (let look = 0; look < 3; look += 1) await world.module.worker.round();
      await provePaidOnce(opened, id, 1_000 + n);
    },
  });
  expect(followed).toBeGreaterThan(5);
  expect((await ada.usdt()).held).toBe('0');
  expect((await auditLedger(world.db)).isClean).toBe(true);
  await world.close();
});
