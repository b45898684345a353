import { HDNodeWallet } from 'ethers';
import type { Anvil } from './anvil';
import { createChainDepositsWorld } from './chain-deposits-world';

/** Returns deposits on a real EVM chain behind the given URLs, outside the sandbox, with one person, 7. Nothing runs by itself. */
export async function createEvmDepositsWorld(
  anvil: Anvil,
  given: { urls: readonly string[]; token: string; decimals?: number; hotWallet?: string },
) {
  const xpub = HDNodeWallet.createRandom(undefined, "m/44'/60'/0'").neuter().extendedKey;
  const tokens = [{ asset: 'USDT', contract: given.token, decimals: given.decimals ?? 6 }];
  return createChainDepositsWorld('ERC20', {
    chain: { urls: given.urls, chainId: anvil.chainId, xpub, tokens, hotWallet: given.hotWallet ?? null },
  });
}
export type EvmDepositsWorld = Awaited<ReturnType<typeof createEvmDepositsWorld>>;
