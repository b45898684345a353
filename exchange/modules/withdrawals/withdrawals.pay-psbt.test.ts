import { access, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Transaction } from '@scure/btc-signer';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createWithdrawalsWorld, OUTSIDE, type WithdrawalsWorld } from '../../../tests/helpers/withdrawals-world';
import { runCommand } from '../../operator/commands';
import { createOperatorKey, foundOperator } from '../operators/operators';

let world: WithdrawalsWorld;
let key: string;
let hot: string;
let coins: string;
let userId: string;
beforeAll(async () => {
  world = await createWithdrawalsWorld();
  const made = createOperatorKey();
  key = made.key;
  await world.db.transaction((tx) => foundOperator(tx, { name: 'eve', roles: ['admin'], fingerprint: made.fingerprint, at: 0 }));
  hot = world.networks.hotAddressOf('BTC') ?? '';
  ({ userId } = await world.join('one'));
  await world.db.read.query(
    `INSERT INTO withdrawals (user_id, channel, asset, network, address, amount, fee, state, requested_at, state_at, until, confirmations_needed)
     VALUES ($1, 'BTC_BTC', 'BTC', 'BTC', $2, 200000, 100000, 'approved', 1, 1, 2, 5)`,
    [userId, OUTSIDE.BTC],
  );
  coins = join(world.platform.env.dataDir, 'coins.json');
  await writeFile(coins, JSON.stringify([{ txid: 'a'.repeat(64), index: 0, address: hot, amount: '500000' }]));
});
afterAll(() => world.close());

const pay = async (name: string, change: string) => {
  const file = join(world.platform.env.dataDir, name);
  const context = { db: world.db, env: { dataDir: '.', sandbox: false }, audits: [], operatorKey: key, now: () => world.time.now };
  const argv = ['pay', 'psbt', coins, file, change, '10', '--reason', 'paid by hand'];
  return { file, said: (await runCommand({ ...context, networks: world.networks }, argv)).text };
};
const missing = async (name: string) => {
  await expect(access(join(world.platform.env.dataDir, name))).rejects.toThrow('ENOENT');
  expect((await world.db.read.query("SELECT 1 FROM withdrawals WHERE state <> 'approved'")).rows).toEqual([]);
};

it('security: the change of a payment goes to nobody that an operator types: not to a stranger, and not to a member', async () => {
  await expect(pay('stranger.psbt', 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu')).rejects.toThrow('is not ours');
  const member = await world.networks.getDepositAddress(world.db.read, { network: 'BTC', userId });
  await expect(pay('member.psbt', member)).rejects.toThrow('Deposit addresses belong to members');
  await expect(pay('none.psbt', 'bc1qnotanaddress')).rejects.toThrow('An address of BTC');
  await missing('stranger.psbt');
  await missing('member.psbt');
});

it('the change goes to the hot wallet of the settings', async () => {
  const { file, said } = await pay('own.psbt', hot);
  expect(said).toContain('are paid by');
  const tx = Transaction.fromPSBT(await readFile(file));
  const outputs = Array.from({ length: tx.outputsLength }, (_, index) => tx.getOutputAddress(index));
  expect(new Set(outputs)).toEqual(new Set([OUTSIDE.BTC, hot]));
});
