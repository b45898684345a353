import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Anvil, openTamperedNode, startAnvil, type TamperedNode } from '../../../tests/helpers/anvil';
import { createEvmDepositsWorld, type EvmDepositsWorld } from '../../../tests/helpers/evm-deposits-world';
import { deployTestToken } from '../../../tests/helpers/test-token';
import type { AnswerOf } from '../../../lib/protocol/define-call';
import { allowances } from '../../../lib/protocol/allowances';
import type { CallContext } from '../../http/register-call';
import { readOwnAllowances } from './allowances';
import { createAllowancesModule } from './allowances.module';

const HOT = '0x00000000000000000000000000000000000000A1';
const STRANGER = '0x00000000000000000000000000000000000000b2';
const UNLIMITED = 2n ** 256n - 1n;
let anvil: Anvil;
let node: TamperedNode;
let token: Awaited<ReturnType<typeof deployTestToken>>;
let world: EvmDepositsWorld;
let asked: string[] = [];

beforeAll(async () => {
  anvil = await startAnvil();
  token = await deployTestToken(anvil);
  node = await openTamperedNode(anvil.url);
  node.change = (method, _params, result) => {
    asked.push(method);
    return result;
  };
  world = await createEvmDepositsWorld(anvil, { urls: [node.url], token: token.address, hotWallet: HOT });
  await world.db.read.query('UPDATE users SET wallet_address = $1 WHERE id = 7', [anvil.rich]);
  await world.db.read.query(
    "INSERT INTO users (id, username, username_key, referral_code, kind) VALUES (8, 'bob', 'bob', 'BBBBBBBB', 'person')",
  );
});
afterAll(async () => {
  await world?.close();
  await node?.stop();
  await anvil?.stop();
});

function call<T>(id: string, input: Record<string, unknown> = {}, userId = '7'): Promise<T> {
  const context = { session: { userId, username: 'x', mode: 'real', sessionId: 's' } } as CallContext;
  const found = createAllowancesModule(world.platform, world).calls.find((one) => one.call.id === id);
  return found?.run(input, context) as Promise<T>;
}
const look = async (userId?: string) => allowances.answer.parse(await call('x.allowances', {}, userId));
const ofChain = async () => (await look()).networks[0] as AnswerOf<typeof allowances>['networks'][number];
const kept = async () => (await readOwnAllowances(world.db.read, '7'))('USDT');
const approve = async (spender: string, amount: bigint) => {
  await token.approve(spender, amount);
  await anvil.mine();
};

describe('what a wallet allows', () => {
  it('is nothing at first: the row of the exchange says 0, and nobody else is named', async () => {
    expect(await ofChain()).toMatchObject({
      ...{ network: 'ERC20', chain_id: anvil.chainId, state: 'read', complete: true },
      rows: [{ coin: 'USDT', contract: token.address, spender: HOT, ours: true, num: '0' }],
    });
  });

  it('names whoever it is for, an amount in whole coins, and no number for one without limit', async () => {
    await approve(STRANGER, 12_500_000n);
    await approve(HOT, UNLIMITED);
    expect((await ofChain()).rows).toEqual([
      { coin: 'USDT', contract: token.address, spender: HOT, ours: true, num: null },
      { coin: 'USDT', contract: token.address, spender: STRANGER, ours: false, num: '12.5' },
    ]);
    expect(await kept()).toBe('99999999999999999999.999999999999999999');
  });

  it('is reported by call 15 as the chain shows it, whatever the caller says', async () => {
    await approve(HOT, 3_000_000n);
    expect(await call<string>('account.allowance', { coin: 'USDT', auth: '0' })).toContain('3 USDT');
    expect(await kept()).toBe('3');
    await approve(HOT, 0n);
    expect(await call<string>('account.allowance', { coin: 'USDT', auth: '77' })).toBe('The chain shows that the exchange may take 0 USDT');
    expect(await kept()).toBe('0');
  });

  it('of our deposit address counts as ours', async () => {
    await approve(world.address, 1_000_000n);
    expect((await ofChain()).rows).toContainEqual(expect.objectContaining({ spender: world.address, ours: true, num: '1' }));
    await approve(world.address, 0n);
    expect((await ofChain()).rows).toContainEqual(expect.objectContaining({ spender: world.address, ours: true, num: '0' }));
  });

  it('belongs to the wallet that opens the account: of another one nothing is said', async () => {
    await approve(HOT, 5_000_000n);
    await look();
    expect(await kept()).toBe('5');
    await world.db.read.query('UPDATE users SET wallet_address = $1 WHERE id = 7', [STRANGER.toLowerCase()]);
    expect(await kept()).toBe('0');
    await world.db.read.query('UPDATE users SET wallet_address = $1 WHERE id = 7', [anvil.rich]);
    await approve(HOT, 0n);
  });

  it('asks no chain for an account without a wallet, or for a coin that no network has', async () => {
    asked = [];
    expect(await look('8')).toEqual({ wallet: null, networks: [] });
    expect(await call<string>('account.allowance', { coin: 'USDT', auth: '0' }, '8')).toContain('No wallet');
    await expect(call('account.allowance', { coin: 'DOGE', auth: '0' })).rejects.toMatchObject({ code: 'ASSET_UNKNOWN' });
    expect(asked).toEqual([]);
  });

  it('of sixty spenders shows the newest forty and says that these are not all', async () => {
    for (let n = 1; n <= 60; n += 1) await token.approve(`0x${n.toString(16).padStart(2, '0').repeat(20)}`, 1n);
    await anvil.mine();
    asked = [];
    const { rows, complete } = await ofChain();
    expect(rows).toHaveLength(41);
    expect(rows).toContainEqual(expect.objectContaining({ spender: expect.stringMatching(/^0x3c/i) }));
    expect(complete).toBe(false);
    expect(asked.filter((method) => method === 'eth_call')).toHaveLength(41);
  });

  it('error: a node that does not search its blocks leaves the exchange’s own row, and says so', async () => {
    const before = node.change;
    node.change = (method, params, result) => {
      if (method === 'eth_getLogs') throw new Error('block range too large');
      return before(method, params, result);
    };
    expect(await ofChain()).toMatchObject({ state: 'read', complete: false, rows: [{ spender: HOT, num: '0' }] });
    node.change = before;
  });

  it('error: a chain that can not be asked is said to be silent, and call 15 says that it is paused', async () => {
    const before = node.change;
    node.change = () => {
      throw new Error('down');
    };
    expect(await ofChain()).toMatchObject({ state: 'silent', rows: [] });
    await expect(call('account.allowance', { coin: 'USDT', auth: '0' })).rejects.toMatchObject({ code: 'NETWORK_PAUSED' });
    node.change = before;
  });
});
