import type { Platform } from '../../platform/app';
import type { Tx } from '../../platform/db';
import { DomainError } from '../../platform/domain-error';
import { type AddressKind, toMatchKey } from './networks.addresses';
import { type Backing, openReal } from './networks.backings';
import type { Chain } from './networks.chain';
import { findOwners, findAddress, getOwnerIndex, insertAddress, listAddresses, listOwnAddresses } from './networks.repository';
import { openSandbox, type SandboxChain } from './networks.sandbox';

/** What the registry says of a network, and whether it is offered here. A network without settings is not. */
export type Network = {
  code: string;
  name: string;
  assets: readonly string[];
  /** Blocks until a deposit is credited, its own counted. */
  confirmations: number;
  explorer: string | null;
  isOffered: boolean;
};

/** The registry's rows, as they are now. */
export type ListedNetworks = () => { code: string; terms: Omit<Network, 'code' | 'isOffered'> }[];

/** Whose an address on a network is, where it is ours: no payment goes there. */
export type OwnAddress = 'hot_wallet' | 'deposit_address' | 'token_contract';

/** A coin that can be deposited over a network; `id` stays the same as long as the registry only adds. */
export type DepositOption = { id: string; title: string; network: string; coin: string };

export type Networks = {
  /** Opens what stands behind each network, once; the exchange does it before anything else. */
  open(): Promise<void>;
  list(): Network[];
  /** Coins with each network that is offered for them. */
  listOptions(): DepositOption[];
  /** @throws NETWORK_UNKNOWN */
  get(code: string): Network;
  /** @throws NETWORK_UNKNOWN, NETWORK_NOT_OFFERED */
  chainOf(code: string): Chain;
  /** The sandbox's chain behind a network; null outside the sandbox. @throws NETWORK_UNKNOWN, NETWORK_NOT_OFFERED */
  sandboxOf(code: string): SandboxChain | null;
  /** The address from which payments leave; null where they are made elsewhere. */
  hotAddressOf(code: string): string | null;
  /**
   * Whether what is sent there stays the house's: the hot wallet of the settings, or one of the first 50 change addresses (`…/1/i`) of the extended public
   * key. A deposit address is not: what comes there belongs to its owner. @throws NETWORK_UNKNOWN, NETWORK_NOT_OFFERED
   */
  isHouseAddress(code: string, address: string): boolean;
  /** Returns a person's deposit address on a network, for good the same. Made at the first question. @throws NETWORK_UNKNOWN, NETWORK_NOT_OFFERED */
  getDepositAddress(tx: Tx, input: { network: string; userId: string }): Promise<string>;
  /** Returns the address of a person's outside wallet in the sandbox. @throws FEATURE_NOT_OFFERED outside it */
  getOutsideAddress(tx: Tx, input: { network: string; userId: string }): Promise<string>;
  /** Returns the owners of those of the addresses that are deposit addresses of the network, by match key (`toMatchKey`). One statement. */
  findOwners(tx: Tx, input: { network: string; addresses: readonly string[] }): Promise<Map<string, string>>;
  /** Returns what of ours an address on a network is; null when it isn't ours. */
  isOwnAddress(tx: Tx, input: { network: string; address: string }): Promise<OwnAddress | null>;
  /** Returns the person's deposit addresses on the networks that are offered, as `toMatchKey` has them. */
  listOwnAddresses(tx: Tx, userId: string): Promise<{ network: string; matchKey: string }[]>;
  /** Pages through the deposit addresses of a network, in a fixed order. */
  listAddresses(tx: Tx, input: { network: string; after: string; limit: number }): Promise<{ address: string; matchKey: string }[]>;
};

/** How addresses of each network that this version knows are made. */
const ADDRESS_KINDS: Readonly<Record<string, AddressKind>> = { ERC20: 'evm', BTC: 'bitcoin', TRC20: 'tron' };

/** Change addresses that are looked at: a wallet numbers them in turn, and each costs a derivation. */
const CHANGE_MAX = 50;

/** Assets of one network, as the registry bounds them. */
const ASSETS_MAX = 50;

/** Returns the networks. `listNetworks` is the registry in memory, `refresh` reads it. */
export function createNetworks(
  { db, clock, env }: Pick<Platform, 'db' | 'clock' | 'env'>,
  { listNetworks, refresh }: { listNetworks: ListedNetworks; refresh?: () => Promise<void> },
): Networks {
  let opening: Promise<void> | null = null;
  const sandboxes = new Map<string, SandboxChain>();
  const backings = new Map<string, Backing>();

  function get(code: string): Network {
    const row = listNetworks().find((listed) => listed.code === code);
    if (row === undefined) throw new DomainError('NETWORK_UNKNOWN');
    const backing = backings.get(code);
    const assets = row.terms.assets.filter((asset) => backing?.assets?.includes(asset) ?? true);
    // No explorer in the world knows the sandbox's transactions.
    const explorer = sandboxes.has(code) ? null : row.terms.explorer;
    return { code, ...row.terms, assets, explorer, isOffered: backing !== undefined };
  }

  function backingOf(code: string): Backing {
    const backing = backings.get(get(code).code);
    if (backing === undefined) throw new DomainError('NETWORK_NOT_OFFERED');
    return backing;
  }

  async function open(): Promise<void> {
    await refresh?.();
    for (const { code } of listNetworks()) {
      const kind = Object.hasOwn(ADDRESS_KINDS, code) ? ADDRESS_KINDS[code] : undefined;
      if (kind === undefined) continue;
      // Test money and a real chain never meet: in the sandbox every network is the sandbox's own.
      if (env.sandbox) {
        const chain = await openSandbox({ db, clock }, { network: code, kind });
        sandboxes.set(code, chain);
        backings.set(code, { chain, addresses: chain.addresses, hotAddress: chain.hotAddress, tokenContracts: [], assets: null });
        continue;
      }
      const backing = openReal(kind, env, { depthMax: () => get(code).confirmations, patienceMs: db.patienceMs });
      if (backing !== null) backings.set(code, backing);
    }
  }

  return {
    open() {
      opening ??= open().catch((error: unknown) => {
        opening = null;
        throw error;
      });
      return opening;
    },
    list: () => listNetworks().map(({ code }) => get(code)),
    listOptions: () =>
      listNetworks().flatMap(({ code: network, terms }, position) =>
        // What the settings leave out nobody watches; the numbers of the others stay.
        terms.assets.flatMap((coin, index) =>
          backings.has(network) && get(network).assets.includes(coin)
            ? [{ id: String(position * ASSETS_MAX + index + 1), title: `${coin}_${network}`, network, coin }]
            : [],
        ),
      ),
    get,
    chainOf: (code) => backingOf(code).chain,
    sandboxOf(code) {
      backingOf(code);
      return sandboxes.get(code) ?? null;
    },
    hotAddressOf: (code) => backingOf(code).hotAddress,
    isHouseAddress(code, address) {
      const { addresses, hotAddress } = backingOf(code);
      const key = toMatchKey(address);
      if (hotAddress !== null && toMatchKey(hotAddress) === key) return true;
      return Array.from({ length: CHANGE_MAX }, (_, index) => index).some((index) => toMatchKey(addresses.derive('own', index)) === key);
    },
    async getDepositAddress(tx, { network, userId }) {
      const { addresses } = backingOf(network);
      const asked = { userId, network, keyId: addresses.keyId };
      const known = await findAddress(tx, asked);
      if (known !== null) return known;
      const address = addresses.derive('deposit', await getOwnerIndex(tx, userId));
      await insertAddress(tx, { ...asked, address, matchKey: toMatchKey(address) });
      return address;
    },
    async getOutsideAddress(tx, { network, userId }) {
      if (!sandboxes.has(network)) throw new DomainError('FEATURE_NOT_OFFERED');
      return backingOf(network).addresses.derive('outside', await getOwnerIndex(tx, userId));
    },
    findOwners: (tx, { network, addresses }) => findOwners(tx, { network, matchKeys: [...new Set(addresses.map(toMatchKey))] }),
    async isOwnAddress(tx, { network, address }) {
      const key = toMatchKey(address);
      const { hotAddress, tokenContracts } = backingOf(network);
      if (hotAddress !== null && toMatchKey(hotAddress) === key) return 'hot_wallet';
      if (tokenContracts.some((contract) => toMatchKey(contract) === key)) return 'token_contract';
      return (await findOwners(tx, { network, matchKeys: [key] })).size > 0 ? 'deposit_address' : null;
    },
    listOwnAddresses: (tx, userId) => listOwnAddresses(tx, { userId, networks: [...backings.keys()] }),
    listAddresses,
  };
}
