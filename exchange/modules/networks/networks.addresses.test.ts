import { HDKey } from '@scure/bip32';
import { getBytes, Mnemonic } from 'ethers';
import { describe, expect, it } from 'vitest';
import { ACCOUNT_PATHS, openAddressBook, toMatchKey } from './networks.addresses';

const seed = getBytes(Mnemonic.fromPhrase(`${'abandon '.repeat(11)}about`).computeSeed());
const root = HDKey.fromMasterSeed(seed);
const xpubOf = (kind: keyof typeof ACCOUNT_PATHS) => root.derive(ACCOUNT_PATHS[kind]).publicExtendedKey;

describe('addresses from an extended public key', () => {
  it.each([
    ['evm', 0, '0x9858EfFD232B4033E47d90003D41EC34EcaEda94'],
    ['bitcoin', 0, 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu'],
    // The second receiving address of BIP-84's own vectors.
    ['bitcoin', 1, 'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g'],
    ['tron', 0, 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH'],
  ] as const)('%s, number %i, is %s', (kind, index, address) => {
    expect(openAddressBook(kind, xpubOf(kind)).derive('deposit', index)).toBe(address);
  });

  it('BIP-84 has its first change address where our own ones begin', () => {
    expect(openAddressBook('bitcoin', xpubOf('bitcoin')).derive('own', 0)).toBe('bc1q8c6fshw2dlwun7ekn9qwf37cu2rn755upcp6el');
  });

  it('security: a private key is refused', () => {
    for (const kind of ['evm', 'bitcoin', 'tron'] as const) {
      expect(() => openAddressBook(kind, root.derive(ACCOUNT_PATHS[kind]).privateExtendedKey)).toThrow(/public key/);
    }
    expect(() => openAddressBook('evm', 'xpub6')).toThrow();
  });

  it('compares without case where case says nothing', () => {
    expect(toMatchKey('0x9858EfFD232B4033E47d90003D41EC34EcaEda94')).toBe('0x9858effd232b4033e47d90003d41ec34ecaeda94');
    expect(toMatchKey('BC1QCR8TE4KR609GCAWUTMRZA0J4XV80JY8Z306FYU')).toBe('bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu');
    expect(toMatchKey('TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH')).toBe('TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH');
  });
});
