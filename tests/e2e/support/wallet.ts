import type { Page } from '@playwright/test';
import { toBytes } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';

type Call = { method: string; params?: unknown[] };
/** `isRejecting`: whether its owner says no to what it asks them; `opened`: which of its two addresses it is open with. Both may be changed at any time. */
type TestWallet = { readonly address: string; isRejecting: boolean; opened: 0 | 1 };

/** Puts a wallet into every page of the browser before its own scripts run, announced by EIP-6963; its key stays with the test. */
export async function injectWallet(page: Page): Promise<TestWallet> {
  const accounts = [privateKeyToAccount(generatePrivateKey()), privateKeyToAccount(generatePrivateKey())] as const;
  const wallet: TestWallet = { address: accounts[0].address, isRejecting: false, opened: 0 };
  let isConnected = false;

  const answer = async ({ method, params = [] }: Call): Promise<unknown> => {
    const account = accounts[wallet.opened];
    const isRequest = ['eth_requestAccounts', 'wallet_requestPermissions', 'personal_sign'].includes(method);
    if (isRequest && wallet.isRejecting) return { error: { code: 4001, message: 'User rejected the request.' } };
    switch (method) {
      case 'eth_chainId':
        return { result: '0x1' };
      case 'net_version':
        return { result: '1' };
      case 'eth_accounts':
        return { result: isConnected ? [account.address] : [] };
      case 'wallet_requestPermissions':
      case 'wallet_getPermissions':
        isConnected = isConnected || method === 'wallet_requestPermissions';
        return {
          result: isConnected
            ? [{ parentCapability: 'eth_accounts', caveats: [{ type: 'restrictReturnedAccounts', value: [account.address] }] }]
            : [],
        };
      case 'eth_requestAccounts':
        isConnected = true;
        return { result: [account.address] };
      case 'personal_sign':
        return { result: await account.signMessage({ message: { raw: toBytes(params[0] as `0x${string}`) } }) };
      case 'wallet_revokePermissions':
        isConnected = false;
        return { result: null };
      default:
        // Anything else would be a transaction or an approval: the app must never ask for one.
        return { error: { code: 4200, message: `unsupported: ${method}` } };
    }
  };
  await page.exposeFunction('__walletAnswer', answer);
  await page.addInitScript(announce);
  return wallet;
}

function announce(): void {
  type Reply = { result?: unknown; error?: { code: number; message: string } };
  const ask = (call: unknown) => (window as unknown as { __walletAnswer(call: unknown): Promise<Reply> }).__walletAnswer(call);
  const provider = {
    isTestWallet: true,
    request: async (call: unknown) => {
      const { result, error } = await ask(call);
      if (error) throw Object.assign(new Error(error.message), { code: error.code });
      return result;
    },
    on: () => provider,
    removeListener: () => provider,
  };
  const info = {
    uuid: '350670db-19fa-4704-a166-e52e178b59d2',
    name: 'Test Wallet',
    icon: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>',
    rdns: 'example.wallet',
  };
  const detail = Object.freeze({ info, provider });
  const say = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
  window.addEventListener('eip6963:requestProvider', say);
  say();
}
