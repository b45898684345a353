import { ADDRESS_NETWORKS, type AddressNetwork } from '../../../lib/rules/address-shape';
import type { Tx } from '../../platform/db';
import type { Chain, Networks, OwnAddress } from '../networks/networks';

/** A network that is set up, with the coins that are watched and paid there. `explorer` has `{hash}` in the place of a transaction; null: there is none. */
export type PayingNetwork = {
  code: AddressNetwork;
  chain: Chain;
  assets: readonly string[];
  confirmations: number;
  explorer: string | null;
  /** Whether the house pays what this address sends: one of its own, or a deposit address, whose key it has too. */
  isOurs(tx: Tx, address: string): Promise<boolean>;
};

/** What withdrawals need of the networks. */
export type PayingNetworks = {
  /** Null for one that isn't set up. */
  find(code: AddressNetwork): PayingNetwork | null;
  list(): readonly PayingNetwork[];
  /** Whether this exchange pays there by itself; people do where it has no key, or the network isn't set up. */
  isSigned(code: AddressNetwork): boolean;
  /** Whether a coin is paid on a network: one whose token isn't set up has no payment. */
  pays(code: AddressNetwork, asset: string): boolean;
  /** Says what of ours an address of a network is; null: nothing. */
  recognise(tx: Tx, network: AddressNetwork, address: string): Promise<OwnAddress | null>;
};

/** Returns the networks as withdrawals ask for them. `hasKey`: whether the key of a hot wallet is set up here. */
export function createPayingNetworks(
  networks: Pick<Networks, 'get' | 'chainOf' | 'isOwnAddress' | 'isHouseAddress'>,
  { hasKey }: { hasKey: boolean },
): PayingNetworks {
  const find = (code: AddressNetwork): PayingNetwork | null => {
    const { isOffered, assets, confirmations, explorer } = networks.get(code);
    return isOffered
      ? {
          code,
          chain: networks.chainOf(code),
          assets,
          confirmations,
          explorer,
          isOurs: async (tx, address) =>
            networks.isHouseAddress(code, address) || (await networks.isOwnAddress(tx, { network: code, address })) === 'deposit_address',
        }
      : null;
  };
  return {
    find,
    isSigned: (code) => {
      const paysBy = find(code)?.chain.paysBy ?? null;
      return paysBy === 'request' || (paysBy === 'signed' && hasKey);
    },
    pays: (code, asset) => find(code)?.assets.includes(asset) ?? false,
    list: () => ADDRESS_NETWORKS.flatMap((code) => find(code) ?? []),
    recognise: (tx, network, address) => networks.isOwnAddress(tx, { network, address }),
  };
}
