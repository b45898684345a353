import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encryptKeystoreJsonSync, HDNodeWallet, Wallet } from 'ethers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Anvil, startAnvil } from '../../../tests/helpers/anvil';
import { deployTestToken } from '../../../tests/helpers/test-token';
import { createWithdrawalsWorld, type Member, type WithdrawalsWorld } from '../../../tests/helpers/withdrawals-world';
import { auditLedger } from '../ledger/ledger';
import { auditHolds } from '../ledger/ledger.holds-audit';
import { openKeystore } from './withdrawals.keystore';

const DAY_MS = 24 * 60 * 60_000;
const hot = Wallet.createRandom();
/** Nobody's on any real network. */
const OUT = Wallet.createRandom().address;
let folder: string;
let anvil: Anvil;
let token: Awaited<ReturnType<typeof deployTestToken>>;
let world: WithdrawalsWorld;
let ada: Member;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'signer-'));
  const keystore = join(folder, 'hot.json');
  // Opened quickly, as nobody should make one that guards money.
  writeFileSync(
    keystore,
    encryptKeystoreJsonSync({ address: hot.address, privateKey: hot.privateKey }, 'a password', { scrypt: { N: 1_024 } }),
  );
  writeFileSync(join(folder, 'password'), 'a password\n');
  anvil = await startAnvil();
  token = await deployTestToken(anvil);
  await token.transfer(hot.address, 1_000_000_000n);
  await anvil.send({ to: hot.address, value: `0x${(5n * 10n ** 18n).toString(16)}` });
  await anvil.mine();
  const chain = {
    urls: [anvil.url],
    chainId: anvil.chainId,
    xpub: HDNodeWallet.createRandom(undefined, "m/44'/60'/0'").neuter().extendedKey,
    tokens: [{ asset: 'USDT', contract: token.address, decimals: 6 }],
    hotWallet: hot.address,
  };
  const signer = { keystore, passwordFile: join(folder, 'password'), password: null };
  world = await createWithdrawalsWorld({ env: { sandbox: false, chain, signer } });
  ada = await world.join('one', { USDT: 5_000n, ETH: 5n });
});
afterAll(async () => {
  expect((await auditLedger(world.db)).isClean).toBe(true);
  expect((await auditHolds(world.db, 0)).differences).toEqual([]);
  await world.close();
  await anvil.stop();
  rmSync(folder, { recursive: true });
});

const begin = async (fields: Parameters<Member['begin']>[0] = {}) => {
  const { id } = await ada.begin({ address: OUT, ...fields });
  await world.pass(DAY_MS);
  return id;
};
const rounds = async (count: number) => {
  for (let turn = 0; turn < count; turn += 1) {
    await world.module.worker.round();
    await anvil.mine();
  }
  await world.module.worker.round();
};
const tokens = async () => {
  const data = `0x70a08231${OUT.slice(2).toLowerCase().padStart(64, '0')}`;
  return BigInt(await anvil.ask<string>('eth_call', [{ to: token.address, data }, 'latest']));
};
const ether = async () => BigInt(await anvil.ask<string>('eth_getBalance', [OUT, 'latest']));

it('pays a token and the coin of a real chain once each, from an encrypted key, and is done five blocks deep', {
  timeout: 600_000,
}, async () => {
  const ids = [await begin({ amount: '100.000001' }), await begin({ channel: 'ETH_ERC20', amount: '0.5' })];
  await rounds(4);
  expect(await ada.read(ids[0] ?? '')).toMatchObject({ state: 'confirming', confirmations: 4 });
  expect([await tokens(), await ether()]).toEqual([97_000_000n, 485n * 10n ** 15n]);
  await rounds(2);
  expect(await Promise.all(ids.map(async (id) => (await ada.read(id)).state))).toEqual(['done', 'done']);
  await rounds(2);
  expect([await tokens(), await ether()]).toEqual([97_000_000n, 485n * 10n ** 15n]);
  expect(Number(await anvil.ask('eth_getTransactionCount', [hot.address, 'latest']))).toBe(2);
});

it('is sent again as the same bytes when a reorganisation took it out, and arrives once', async () => {
  const before = await tokens();
  const id = await begin({ amount: '50' });
  await rounds(2);
  const { txid } = await ada.read(id);
  await anvil.reorganise(2);
  await world.module.worker.round();
  expect(await ada.read(id)).toMatchObject({ state: 'sent', confirmations: 0 });
  world.time.now += 16_000;
  await rounds(7);
  expect(await ada.read(id)).toMatchObject({ state: 'done', txid });
  expect((await tokens()) - before).toBe(48_500_000n);
});

it('security: a wrong password opens nothing, and is not repeated in what is said about it', async () => {
  const opened = openKeystore({ keystore: join(folder, 'hot.json'), passwordFile: null, password: 'hunter2' });
  await expect(opened).rejects.toThrow(/can't be opened with this password/);
  await expect(opened).rejects.not.toThrow(/hunter2/);
  await expect(openKeystore({ keystore: join(folder, 'hot.json'), passwordFile: null, password: null })).rejects.toThrow('SIGNER_PASSWORD');
});
