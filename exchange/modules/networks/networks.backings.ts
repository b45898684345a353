import type { ExchangeEnv } from '../../env';
import { type AddressBook, type AddressKind, openAddressBook } from './networks.addresses';
import { createBitcoinChain } from './networks.bitcoin';
import type { Chain } from './networks.chain';
import { createEvmChain } from './networks.evm';
import { NODE_TIMEOUT_MS } from './networks.http';
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

/** `depthMax`: confirmations of a deposit. `patienceMs`: how much longer servers may take, for tests. */
type Terms = { depthMax: () => number; patienceMs: number | undefined };

/** Returns the real chain behind a kind of addresses as the settings have it; null where they don't. */
export function openReal(kind: AddressKind, { chain, bitcoin, tron }: Settings, { depthMax, patienceMs = 0 }: Terms): Backing | null {
  const common = { depthMax, timeoutMs: NODE_TIMEOUT_MS + patienceMs };
  if (kind === 'evm') return chain === null ? null : openEvm(chain, common);
  if (kind === 'tron') return tron === null ? null : openTron(tron, common);
  if (bitcoin === null) return null;
  const { xpub, hotWallet: hotAddress, ...settings } = bitcoin;
  const addresses = openAddressBook('bitcoin', xpub);
  return { chain: createBitcoinChain({ ...settings, ...common }), addresses, hotAddress, tokenContracts: [], assets: null };
}

type Common = { depthMax: () => number; timeoutMs: number };

function openEvm({ xpub, hotWallet: hotAddress, ...settings }: NonNullable<Settings['chain']>, common: Common): Backing {
  const chain = createEvmChain({ ...settings, ...common, coin: EVM_COIN });
  return { chain, addresses: openAddressBook('evm', xpub), hotAddress, ...listTokens(settings.tokens, [EVM_COIN]) };
}

function openTron({ xpub, hotWallet: hotAddress, ...settings }: NonNullable<Settings['tron']>, common: Common): Backing {
  const chain = createTronChain({ ...settings, ...common });
  return { chain, addresses: openAddressBook('tron', xpub), hotAddress, ...listTokens(settings.tokens, []) };
}

function listTokens(tokens: readonly { asset: string; contract: string }[], coins: readonly string[]) {
  return { tokenContracts: tokens.map(({ contract }) => contract), assets: [...coins, ...tokens.map(({ asset }) => asset)] };
}
