import { type Hex, numberToHex } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import type { FoundWallet, WalletProvider } from './discover';
import { SANDBOX_KEY_NAME, SANDBOX_WALLET_ID } from './sandbox-key';

const CHAIN_ID = 1;
/** EIP-1193: the wallet does not do this. Signing anything but a message is beyond a sandbox. */
const UNSUPPORTED_METHOD = 4200;
const USER_REJECTED = 4001;

function readKey(): Hex {
  const kept = localStorage.getItem(SANDBOX_KEY_NAME);
  if (kept !== null && /^0x[0-9a-f]{64}$/.test(kept)) return kept as Hex;
  const made = generatePrivateKey();
  localStorage.setItem(SANDBOX_KEY_NAME, made);
  return made;
}

function refusal(code: number, message: string): Error {
  return Object.assign(new Error(message), { code });
}

/**
 * Returns a wallet that lives in this browser, for the sandbox's test money only: a key in local storage, behind the same face as any
 * other wallet. It shows its accounts after they were asked for, and signs messages, nothing else.
 */
export function openSandboxWallet(): FoundWallet {
  const account = privateKeyToAccount(readKey());
  let isConnected = false;
  const request: WalletProvider['request'] = async ({ method, params }) => {
    const [first, second] = Array.isArray(params) ? (params as unknown[]) : [];
    switch (method) {
      case 'eth_chainId':
        return numberToHex(CHAIN_ID);
      case 'eth_accounts':
        return isConnected ? [account.address] : [];
      case 'eth_requestAccounts':
        isConnected = true;
        return [account.address];
      case 'wallet_requestPermissions':
        isConnected = true;
        return [{ parentCapability: 'eth_accounts', caveats: [{ type: 'restrictReturnedAccounts', value: [account.address] }] }];
      case 'wallet_revokePermissions':
        isConnected = false;
        return null;
      case 'personal_sign':
        if (String(second).toLowerCase() !== account.address.toLowerCase()) throw refusal(USER_REJECTED, 'Another account was asked for');
        return account.signMessage({ message: { raw: first as Hex } });
      default:
        throw refusal(UNSUPPORTED_METHOD, `The sandbox wallet does not answer ${method}`);
    }
  };
  return { id: SANDBOX_WALLET_ID, name: 'Sandbox', icon: null, provider: { request } };
}
