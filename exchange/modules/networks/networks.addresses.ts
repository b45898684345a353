import { createHash } from 'node:crypto';
import { createBase58check } from '@scure/base';
import { HDKey } from '@scure/bip32';
import { p2wpkh } from '@scure/btc-signer';
import { computeAddress, getBytes, HDNodeWallet, hexlify } from 'ethers';

/** How addresses of a network are made from a public key. */
export type AddressKind = 'evm' | 'bitcoin' | 'tron';

/**
 * Second last step of a derivation path: deposit addresses, addresses of our own (the sandbox's hot wallet), and in the sandbox the wallets
 * that people pay from.
 */
export type Branch = 'deposit' | 'own' | 'outside';
const BRANCHES: Record<Branch, number> = { deposit: 0, own: 1, outside: 2 };

const base58check = createBase58check((data: Uint8Array) => new Uint8Array(createHash('sha256').update(data).digest()));
const TRON_PREFIX = 0x41;

/** The account's path under which the key of a kind is derived, for who makes the extended public key. */
export const ACCOUNT_PATHS: Record<AddressKind, string> = { evm: "m/44'/60'/0'", bitcoin: "m/84'/0'/0'", tron: "m/44'/195'/0'" };

/** Derives addresses of one extended public key. `keyId` is the fingerprint by which the key is known in the database. */
export type AddressBook = { keyId: string; derive(branch: Branch, index: number): string };

/**
 * Returns what derives addresses from an extended public key of an account (`xpub…`): EIP-55 for EVM chains, bech32 of BIP-84 for Bitcoin, base58check
 * for TRON, each at `<branch>/<index>` below the account.
 * @throws Error for a key that is none, or that is a private one: that has no business here
 */
export function openAddressBook(kind: AddressKind, xpub: string): AddressBook {
  if (!xpub.startsWith('xpub')) throw new Error('addresses are derived from an extended public key, which begins with xpub');
  const account = HDKey.fromExtendedKey(xpub);
  const keyId = account.fingerprint.toString(16).padStart(8, '0');
  if (kind === 'evm') {
    const node = HDNodeWallet.fromExtendedKey(xpub);
    return { keyId, derive: (branch, index) => node.deriveChild(BRANCHES[branch]).deriveChild(index).address };
  }
  const branches = new Map<Branch, HDKey>();
  const publicKeyOf = (branch: Branch, index: number): Uint8Array => {
    const parent = branches.get(branch) ?? account.deriveChild(BRANCHES[branch]);
    branches.set(branch, parent);
    const { publicKey } = parent.deriveChild(index);
    if (publicKey === null) throw new Error(`key ${index} of ${branch} can't be derived`);
    return publicKey;
  };
  const encode = kind === 'bitcoin' ? toBitcoinAddress : toTronAddress;
  return { keyId, derive: (branch, index) => encode(publicKeyOf(branch, index)) };
}

function toBitcoinAddress(publicKey: Uint8Array): string {
  const { address } = p2wpkh(publicKey);
  if (address === undefined) throw new Error('a public key has no address');
  return address;
}

function toTronAddress(publicKey: Uint8Array): string {
  return base58check.encode(new Uint8Array([TRON_PREFIX, ...getBytes(computeAddress(hexlify(publicKey)))]));
}

/**
 * Returns an address as it is compared: without the case where case carries no information. Two texts of one address are then equal. It says
 * nothing about an address being valid.
 */
export function toMatchKey(address: string): string {
  return /^0x[0-9a-f]{40}$/i.test(address) || /^(bc1|tb1)[0-9a-z]+$/i.test(address) ? address.toLowerCase() : address;
}
