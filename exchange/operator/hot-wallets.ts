import { setTimeout as wait } from 'node:timers/promises';
import { getAssetScale } from '../modules/ledger/ledger';
import { CHAIN_SCALE, type Networks } from '../modules/networks/networks';
import { fromUnits } from '../platform/decimal';

/** A node that doesn't answer in time is shown as such: the page doesn't wait for it. */
const WAIT_MS = 3_000;

/** What a chain shows at the address that payments leave from; `amount` null: it can't be asked now. */
export type HotWallet = { network: string; address: string; asset: string; amount: string | null };

/** Returns what the hot wallets hold, all asked at once. */
export async function readHotWallets(networks: Networks): Promise<HotWallet[]> {
  const wallets = networks.list().flatMap(({ code: network, assets, isOffered }) => {
    const address = isOffered ? networks.hotAddressOf(network) : null;
    return address === null ? [] : assets.map((asset) => ({ network, address, asset }));
  });
  return Promise.all(wallets.map(async (wallet) => ({ ...wallet, amount: await readAmount(networks, wallet) })));
}

async function readAmount(networks: Networks, { network, address, asset }: Omit<HotWallet, 'amount'>): Promise<string | null> {
  const asked = networks
    .chainOf(network)
    .readBalance([address], asset)
    .then(
      (shown) => fromUnits(shown / 10n ** BigInt(CHAIN_SCALE - getAssetScale(asset)), getAssetScale(asset)),
      () => null,
    );
  return Promise.race([asked, wait(WAIT_MS, null, { ref: false })]);
}
