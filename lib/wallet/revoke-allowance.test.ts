import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Anvil, startAnvil } from '../../tests/helpers/anvil';
import { deployTestToken } from '../../tests/helpers/test-token';
import type { WalletProvider } from './discover';
import { revokeAllowance } from './revoke-allowance';

const SPENDER = '0x00000000000000000000000000000000000000b2';
let anvil: Anvil;
let token: Awaited<ReturnType<typeof deployTestToken>>;
let sent: { method: string; params?: unknown }[] = [];

beforeAll(async () => {
  anvil = await startAnvil();
  token = await deployTestToken(anvil);
  await token.approve(SPENDER, 7n);
  await anvil.mine();
});
afterAll(() => anvil?.stop());

/** A wallet with the chain's own account; each look at a receipt finds one more block. */
function openWallet(answers: Record<string, () => unknown> = {}): WalletProvider {
  sent = [];
  return {
    async request(call) {
      sent.push(call);
      const { method, params } = call;
      const answer = answers[method];
      if (answer !== undefined) return answer();
      if (method === 'eth_requestAccounts') return [anvil.rich];
      if (method === 'eth_getTransactionReceipt') await anvil.mine();
      return anvil.ask(method, params as unknown[]);
    },
  };
}
const readAllowance = async () => {
  const words = [anvil.rich, SPENDER].map((address) => address.slice(2).toLowerCase().padStart(64, '0'));
  return BigInt(await anvil.ask<string>('eth_call', [{ to: token.address, data: `0xdd62ed3e${words.join('')}` }, 'latest']));
};
const revoke = (provider: WalletProvider, steps: string[] = []) =>
  revokeAllowance(
    { owner: anvil.rich, chainId: anvil.chainId, contract: token.address, spender: SPENDER },
    { provider, onStep: (step) => steps.push(step), lookMs: 1 },
  );
const listSent = () => sent.filter(({ method }) => method === 'eth_sendTransaction');

it('error: a wallet that is open with another address signs nothing', async () => {
  expect(await revoke(openWallet({ eth_requestAccounts: () => [SPENDER] }))).toBe('otherWallet');
  expect(listSent()).toEqual([]);
});

it('error: a wallet on another chain that does not change over signs nothing', async () => {
  const wallet = openWallet({
    eth_chainId: () => '0x1',
    wallet_switchEthereumChain: () => {
      throw Object.assign(new Error('no'), { code: 4001 });
    },
  });
  await expect(revoke(wallet)).rejects.toThrow();
  expect(listSent()).toEqual([]);
  expect(await readAllowance()).toBe(7n);
});

it('takes an allowance back by one approve of 0, and by nothing else', async () => {
  const steps: string[] = [];
  expect(await revoke(openWallet(), steps)).toBe('done');
  expect(await readAllowance()).toBe(0n);
  expect(steps).toEqual(['signing', 'waiting']);
  const data = `0x095ea7b3${SPENDER.slice(2).padStart(64, '0')}${'0'.repeat(64)}`;
  const transactions = listSent().map(({ params }) => (params as { to: string; data: string }[])[0]);
  expect(transactions).toEqual([expect.objectContaining({ to: expect.stringMatching(new RegExp(token.address, 'i')), data })]);
});
