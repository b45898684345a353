import { type Address, type Hex, createWalletClient, custom, getAddress, parseAbi } from 'viem';
import type { WalletProvider } from './discover';

/** USDT returns nothing, others a flag: neither is read. */
const APPROVE = parseAbi(['function approve(address spender, uint256 amount)']);
const LOOK_MS = 3_000;
/** After that the chain still decides; the screen just stops waiting. */
const LOOKS_MAX = 100;

export type Revocation = { owner: string; chainId: number; contract: string; spender: string };
export type RevokeStep = 'signing' | 'waiting';
/** 'otherWallet': the wallet is open with another address than the account has, and nothing was sent. */
export type RevokeOutcome = 'done' | 'reverted' | 'open' | 'otherWallet';

type Input = { provider: WalletProvider; onStep(step: RevokeStep): void; lookMs?: number };

/**
 * Has a wallet take back what it allowed: `approve(spender, 0)`, the only transaction that this app can prepare. The amount is not an input.
 * Returns 'done' once it is in a block, 'reverted' when the block says that it failed, 'open' when that takes long.
 *
 * @throws what the wallet threw; `walletRefusal` tells a "no" of the user from a fault
 */
export async function revokeAllowance(
  { owner, chainId, contract, spender }: Revocation,
  { provider, onStep, lookMs = LOOK_MS }: Input,
): Promise<RevokeOutcome> {
  onStep('signing');
  const wallet = createWalletClient({ transport: custom(provider) });
  const addresses = await wallet.requestAddresses();
  const account = addresses.find((address) => address.toLowerCase() === owner.toLowerCase());
  if (account === undefined) return 'otherWallet';
  if ((await wallet.getChainId()) !== chainId) await wallet.switchChain({ id: chainId });
  const hash = await wallet.writeContract({
    ...{ account, chain: null, abi: APPROVE, functionName: 'approve' },
    address: getAddress(contract),
    args: [getAddress(spender) as Address, 0n],
  });
  onStep('waiting');
  for (let look = 0; look < LOOKS_MAX; look += 1) {
    const receipt = (await provider.request({ method: 'eth_getTransactionReceipt', params: [hash] })) as { status?: Hex } | null;
    if (receipt !== null && receipt !== undefined) return receipt.status === '0x0' ? 'reverted' : 'done';
    await new Promise((resolve) => setTimeout(resolve, lookMs));
  }
  return 'open';
}
