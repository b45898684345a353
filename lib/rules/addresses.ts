import { base58, bech32, bech32m } from '@scure/base';
import { getAddress, sha256 } from 'viem';
import { type AddressNetwork, type AddressProblem, findShapeProblem, trimAddress } from './address-shape';

/** An address as it is written for good, or why it is none. */
export type ReadAddress = { address: string; problem: null } | { address: null; problem: AddressProblem };

const CHECKSUM_BYTES = 4;
const HASH_BYTES = 20;
/** First byte of an address in base58check. */
const VERSIONS = { BTC: [0x00, 0x05], TRC20: [0x41] } as const;
/** Bytes of what a segwit address pays to, by witness version; other versions are nobody's yet, so whoever is first could spend it. */
const WITNESS_BYTES: Readonly<Record<number, readonly number[]>> = { 0: [20, 32], 1: [32] };

/**
 * Reads an address of a network and returns it in its one spelling: EIP-55 on ERC20, lower case for bech32. It is refused when its checksum is
 * wrong (upper and lower case on ERC20; written all in lower case it has none), when it is of another network, or pays nobody.
 * @source EIP-55, BIP-13, BIP-173, BIP-350
 */
export function readAddress(network: AddressNetwork, given: string): ReadAddress {
  const text = trimAddress(given);
  const shape = findShapeProblem(network, text);
  if (shape !== null) return { address: null, problem: shape };
  if (network === 'ERC20') return readEvm(text);
  if (network === 'TRC20') return readBase58(text, 'TRC20');
  return /^bc1/i.test(text) ? readSegwit(text) : readBase58(text, 'BTC');
}

const refuse = (code: AddressProblem['code'], network: AddressNetwork): ReadAddress => ({
  address: null,
  problem: { code, params: { network } },
});
const isZero = (bytes: Uint8Array) => bytes.every((byte) => byte === 0);

function readEvm(text: string): ReadAddress {
  const lower = text.toLowerCase();
  const address = getAddress(lower as `0x${string}`);
  if (text !== lower && text !== address) return refuse('ADDRESS_CHECKSUM', 'ERC20');
  return /^0x0+$/.test(lower) ? refuse('ADDRESS_ZERO', 'ERC20') : { address, problem: null };
}

function readBase58(text: string, network: 'BTC' | 'TRC20'): ReadAddress {
  const bytes = base58.decode(text);
  const content = bytes.subarray(0, -CHECKSUM_BYTES);
  const checksum = sha256(sha256(content, 'bytes'), 'bytes').subarray(0, CHECKSUM_BYTES);
  if (checksum.some((byte, index) => byte !== bytes[content.length + index])) return refuse('ADDRESS_CHECKSUM', network);
  const versions: readonly number[] = VERSIONS[network];
  if (content.length !== 1 + HASH_BYTES || !versions.includes(content[0] ?? -1)) return refuse('ADDRESS_INVALID', network);
  return isZero(content.subarray(1)) ? refuse('ADDRESS_ZERO', network) : { address: text, problem: null };
}

function readSegwit(text: string): ReadAddress {
  const address = text.toLowerCase() as `bc1${string}`;
  const old = bech32.decodeUnsafe(address);
  const modern = bech32m.decodeUnsafe(address);
  const decoded = old ?? modern;
  if (decoded == null) return refuse('ADDRESS_CHECKSUM', 'BTC');
  const [version = -1, ...words] = decoded.words;
  // Version 0 has the older checksum, every later one the newer: under the other one it is a typing error.
  if ((version === 0) !== (old != null)) return refuse('ADDRESS_CHECKSUM', 'BTC');
  const program = bech32.fromWordsUnsafe(words);
  if (program == null || !WITNESS_BYTES[version]?.includes(program.length)) return refuse('ADDRESS_INVALID', 'BTC');
  return isZero(Uint8Array.from(program)) ? refuse('ADDRESS_ZERO', 'BTC') : { address, problem: null };
}
