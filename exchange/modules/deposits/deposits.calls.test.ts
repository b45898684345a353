import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDepositsWorld, type DepositsWorld, UNIT } from '../../../tests/helpers/deposits-world';
import type { SandboxChain } from '../networks/networks';

let world: DepositsWorld;
beforeAll(async () => {
  world = await createDepositsWorld();
});
afterAll(async () => {
  expect(await world.findFaults()).toEqual([]);
  await world.close();
});

type Address = { id: string; title: string; url: string; coin: string; network: string };
type Found = { state: string; [key: string]: unknown };
type Outside = {
  wallets: { network: string; address: string; coins: { coin: string; num: string }[] }[];
  transfers: { network: string; direction: string; coin: string; num: string; confirmations: number }[];
};
const find = (hash: string, userId = '7') => world.call<Found>('x.findDeposit', { hash }, userId);
const sendOutside = (more: object, userId = '7') => {
  const request = { network: 'ERC20', address_network: 'ERC20', coin: 'USDT', num: '25', request_id: 'request-0000000001' };
  return world.call<{ hash: string }>('x.outsideWalletSend', { ...request, ...more }, userId);
};
const refusal = (code: string) => expect.objectContaining({ code });

describe('deposit addresses', () => {
  it('come one for each coin and network, the same for all coins of a network, and never on the demo account', async () => {
    const rows = await world.call<Address[]>('deposits.addresses');
    expect(rows.map(({ id, title }) => [id, title])).toEqual([
      ['1', 'ETH_ERC20'],
      ['2', 'USDT_ERC20'],
      ['3', 'USDC_ERC20'],
      ['51', 'BTC_BTC'],
      ['101', 'USDT_TRC20'],
    ]);
    expect(new Set(rows.map(({ url }) => url)).size).toBe(3);
    expect(await world.call('deposits.addresses')).toEqual(rows);
    await expect(world.call('deposits.addresses', {}, '7', 'demo')).rejects.toEqual(refusal('REAL_ACCOUNT_ONLY'));
  });
});

describe('find my deposit', () => {
  it('says where a transaction is: nowhere, waiting, confirming before it was looked at, and among the deposits', async () => {
    expect(await find(`0x${'0'.repeat(64)}`)).toMatchObject({ state: 'not_seen', network: null, silent: [] });
    const hash = await world.send({ amount: 2n * UNIT });
    expect(await find(hash)).toMatchObject({ state: 'waiting', network: 'ERC20', coin: 'USDT', num: '2' });
    await world.mine();
    expect(await find(hash.toUpperCase().replace('0X', ''))).toMatchObject({
      state: 'confirming',
      confirmations: 1,
      needed: 5,
      deposit: null,
    });
    await world.round();
    expect(await find(hash)).toMatchObject({ state: 'confirming', deposit: { num: '2', confirmations: 1 } });
    await world.mine(4);
    await world.round();
    expect(await find(hash)).toMatchObject({ state: 'credited', deposit: { credited: '2' } });
  });

  it('security: says nothing of other people’s deposits but that they went to another address', async () => {
    const hash = await world.send({ amount: 2n * UNIT, userId: '8' });
    await world.mine(1);
    await world.round();
    expect(await find(hash)).toMatchObject({ state: 'other_address', deposit: null });
    expect(await find(hash, '8')).toMatchObject({ state: 'confirming' });
  });

  it('knows the wrong network and the wrong token', async () => {
    const tron = world.networks.sandboxOf('TRC20') as SandboxChain;
    const wrong = await world.send({ amount: 9n * UNIT, to: await world.addressOf('7', 'ERC20'), chain: tron });
    await tron.mine();
    expect(await find(wrong)).toMatchObject({ state: 'other_network', network: 'TRC20', address_network: 'ERC20', num: '9' });
    const token = await world.send({ amount: 9n * UNIT, asset: 'LINK' });
    await world.mine();
    await world.round();
    expect(await find(token)).toMatchObject({ state: 'other_token', coin: 'LINK' });
  });
});

describe('the outside wallet', () => {
  it('has test coins of its own, sends them once for a request, and shows what it sent', async () => {
    const before = await world.call<Outside>('x.outsideWallet');
    expect(before.wallets.map(({ network }) => network)).toEqual(['ERC20', 'BTC', 'TRC20']);
    const [first, again] = [await sendOutside({}), await sendOutside({})];
    expect(again).toEqual(first);
    await expect(sendOutside({ num: '26' })).rejects.toEqual(refusal('DUPLICATE_REQUEST'));
    const after = await world.call<Outside>('x.outsideWallet');
    expect(after.wallets[0]?.coins.find(({ coin }) => coin === 'USDT')).toEqual({ coin: 'USDT', num: '19975' });
    expect(after.transfers).toMatchObject([{ network: 'ERC20', direction: 'out', coin: 'USDT', num: '25', confirmations: 0 }]);
    expect(await find(first.hash)).toMatchObject({ state: 'waiting', num: '25' });
  });

  it('receives what leaves from here', async () => {
    const { wallets } = await world.call<Outside>('x.outsideWallet', {}, '8');
    await world.chain.sendPayment({ kind: 'request', key: 'w', asset: 'USDT', to: wallets[0]?.address ?? '', amount: 5n * UNIT });
    await world.mine();
    const after = await world.call<Outside>('x.outsideWallet', {}, '8');
    expect(after.transfers).toMatchObject([{ direction: 'in', num: '5', confirmations: 1 }]);
    expect(after.wallets[0]?.coins.find(({ coin }) => coin === 'USDT')?.num).toBe('20005');
  });

  it.each([
    ['more than it has', { num: '30000' }, 'OUTSIDE_WALLET_SHORT'],
    ['nothing', { num: '0' }, 'AMOUNT_INVALID'],
    ['a coin that it has not', { coin: 'DOGE' }, 'ASSET_UNKNOWN'],
    ['to a network that there is not', { address_network: 'NONE' }, 'NETWORK_UNKNOWN'],
    ['over one', { network: 'NONE' }, 'NETWORK_UNKNOWN'],
  ])('error: refuses %s', async (_, more, code) => {
    await expect(sendOutside({ request_id: `request-${code}-0001`, ...more }, '8')).rejects.toEqual(refusal(code));
  });

  it('error: sends no more than 20 that wait for a block, and only in the sandbox', async () => {
    for (let n = 0; n < 20; n += 1) await sendOutside({ request_id: `request-many-no-${100 + n}`, num: '1' }, '8');
    await expect(sendOutside({ request_id: 'request-many-at-last', num: '1' }, '8')).rejects.toEqual(refusal('RATE_LIMITED'));
    await expect(world.call('x.outsideWallet', {}, '8', 'demo')).rejects.toEqual(refusal('REAL_ACCOUNT_ONLY'));
  });
});

it('the audits name a credit that the ledger does not know, and custody that is short', async () => {
  const other = await createDepositsWorld();
  await other.send({ amount: 2n * UNIT, asset: 'ETH' });
  await other.mine(5);
  await other.round();
  expect(await other.findFaults()).toEqual([]);
  await other.db.transaction(async (tx) => {
    await tx.query('ALTER TABLE deposits DISABLE TRIGGER deposit_stays');
    await tx.query('UPDATE deposits SET credited = credited + 1');
    await tx.query('DELETE FROM sandbox_transactions');
    await tx.query(
      "INSERT INTO sandbox_transactions (network, request_key, hash, from_address, to_address, asset, amount, sent_at) VALUES ('ERC20', 'x', $1, $2, 'gone', 'ETH', 2001000000000000000000, 0)",
      [`0x${'f'.repeat(64)}`, other.chain.hotAddress],
    );
  });
  expect(await other.findFaults()).toEqual([
    'deposit 1: credited 200000001, the ledger says 200000000 (base units)',
    'ETH: the chains show 3 less than came in and has not left',
  ]);
  await other.db.read.query('ALTER TABLE deposits ENABLE TRIGGER deposit_stays');
  await other.close();
});
