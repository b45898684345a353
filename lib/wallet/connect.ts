import { connect, disconnect, signMessage } from 'wagmi/actions';
import { createConfig, http, injected } from 'wagmi';
import { mainnet } from 'wagmi/chains';
import type { FoundWallet, WalletProvider } from './discover';

export type SignedIn = { message: string; signature: string };
export type SignStep = 'connecting' | 'signing' | 'checking';

type Input = {
  wallet: FoundWallet;
  /** Asks the server for the text to sign: it holds the nonce. */
  fetchMessage(of: { address: string; chainId: number }): Promise<string>;
  onStep(step: SignStep): void;
};

/** Only the calls of a wallet: its events are of no use for one signature, and some in-app browsers have none. */
function callsOnly(provider: WalletProvider) {
  const nothing = () => undefined;
  return { request: (call: Parameters<WalletProvider['request']>[0]) => provider.request(call), on: nothing, removeListener: nothing };
}

/**
 * Connects a wallet and has it sign the sign-in message: accounts and one signature, never an approval and never a transaction.
 *
 * @throws what the wallet threw; `walletRefusal` tells a "no" of the user from a fault
 */
export async function connectAndSign({ wallet, fetchMessage, onStep }: Input): Promise<SignedIn> {
  const connector = injected({
    target: () => ({ id: wallet.id, name: wallet.name || 'Wallet', provider: callsOnly(wallet.provider) as never }),
  });
  const config = createConfig({
    chains: [mainnet],
    connectors: [connector],
    transports: { [mainnet.id]: http() },
    multiInjectedProviderDiscovery: false,
    storage: null,
  });
  onStep('connecting');
  const { accounts, chainId } = await connect(config, { connector: config.connectors[0] ?? connector });
  try {
    const [address] = accounts;
    const message = await fetchMessage({ address, chainId });
    onStep('signing');
    const signature = await signMessage(config, { account: address, message });
    onStep('checking');
    return { message, signature };
  } finally {
    // The connection was needed for one signature only; whether the wallet forgets it is its own affair.
    await disconnect(config).catch(() => undefined);
  }
}
