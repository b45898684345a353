import { keccak256, toHex } from 'viem';
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { createSiweMessage, generateSiweNonce } from 'viem/siwe';

const LIFE_MS = 5 * 60_000;

/** Returns the wallet of a name, the same each time; two names differ when their lower case does. */
export function walletOf(name: string): PrivateKeyAccount {
  return privateKeyToAccount(keccak256(toHex(name.toLowerCase())));
}

type Change = Partial<{ domain: string; uri: string; issuedAt: number; lifeMs: number; chainId: number; nonce: string; statement: string }>;

/** Returns the fields by which a wallet signs in with call 1, as the app sends them. */
export async function signLogin(account: PrivateKeyAccount, now: number, change: Change = {}) {
  const issuedAt = change.issuedAt ?? now;
  const message = createSiweMessage({
    address: account.address,
    chainId: change.chainId ?? 1,
    domain: change.domain ?? 'localhost:3000',
    nonce: change.nonce ?? generateSiweNonce().slice(0, 32),
    uri: change.uri ?? `http://${change.domain ?? 'localhost:3000'}`,
    version: '1',
    statement: change.statement ?? 'Sign in.',
    issuedAt: new Date(issuedAt),
    expirationTime: new Date(issuedAt + (change.lifeMs ?? LIFE_MS)),
  });
  return { username: account.address as string, message, signature: (await account.signMessage({ message })) as string };
}
