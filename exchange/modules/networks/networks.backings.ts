import type { ExchangeEnv } from '../../env';
import { type AddressBook, type AddressKind, openAddressBook } from './networks.addresses';
import { createBitcoinChain } from './networks.bitcoin';
import type { Chain } from './networks.chain';
import { createEvmChain } from './networks.evm';
import { createTronChain } from './networks.tron';

/** What stands behind a network that is offered: its chain, the key of its addresses, and what else on it is ours. */
export type Backing = {
  chain: Chain;
  addresses: AddressBook;
  hotAddress: string | null;
  tokenContracts: readonly string[];
  /** Those that it is set up for; null: all that the registry lists. */
  assets: readonly string[] | null;
};
type Settings = Pick<ExchangeEnv, 'chain' | 'bitcoin' | 'tron'>;

/** The coin of the EVM chain itself. */
const EVM_COIN = 'ETH';

/** Returns the real chain behind a kind of addresses as the settings have it; null where they don't. `depthMax`: confirmations of a deposit. */
export function openReal(kind: AddressKind, { chain, bitcoin, tron }: Settings, depthMax: () => number): Backing | null {
  if (kind === 'evm') return chain === null ? null : openEvm(chain, depthMax);
  if (kind === 'tron') return tron === null ? null : openTron(tron, depthMax);
  if (bitcoin === null) return null;
  const { xpub, hotWallet: hotAddress, ...settings } = bitcoin;
  const addresses = openAddressBook('bitcoin', xpub);
  return { chain: createBitcoinChain({ ...settings, depthMax }), addresses, hotAddress, tokenContracts: [], assets: null };
}

function openEvm({ xpub, hotWallet: hotAddress, ...settings }: NonNullable<Settings['chain']>, depthMax: () => number): Backing {
  const chain = createEvmChain({ ...settings, coin: EVM_COIN, depthMax });
  return { chain, addresses: openAddressBook('evm', xpub), hotAddress, ...listTokens(settings.tokens, [EVM_COIN]) };
}

function openTron({ xpub, hotWallet: hotAddress, ...settings }: NonNullable<Settings['tron']>, depthMax: () => number): Backing {
  const chain = createTronChain({ ...settings, depthMax });
  return { chain, addresses: openAddressBook('tron', xpub), hotAddress, ...listTokens(settings.tokens, []) };
}

function listTokens(tokens: readonly { asset: string; contract: string }[], coins: readonly string[]) {
  return { tokenContracts: tokens.map(({ contract }) => contract), assets: [...coins, ...tokens.map(({ asset }) => asset)] };
}
