import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ADDRESS_NETWORKS, type AddressNetwork, findShapeProblem } from './address-shape';
import { readAddress } from './addresses';

const codeOf = (network: AddressNetwork, text: string) => readAddress(network, text).problem?.code ?? null;

/** EIP-55's own examples. */
const EVM = [
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '0xde709f2102306220921060314715629080e2fb77',
];
const TRON = ['TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'];
const BTC = [
  '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2',
  '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
  'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3',
  'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
  'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
];
const VALID: [AddressNetwork, string][] = [
  ...EVM.map((text): [AddressNetwork, string] => ['ERC20', text]),
  ...TRON.map((text): [AddressNetwork, string] => ['TRC20', text]),
  ...BTC.map((text): [AddressNetwork, string] => ['BTC', text]),
];

describe('an address', () => {
  it.each(VALID)('of %s is taken as it is written: %s', (network, text) => {
    expect(readAddress(network, ` ${text}\n`)).toEqual({ address: text, problem: null });
  });

  it.each(EVM)('in lower case alone is returned with its checksum: %s', (text) => {
    expect(readAddress('ERC20', text.toLowerCase()).address).toBe(text);
  });

  it('in upper-case bech32 is returned in lower case', () => {
    expect(readAddress('BTC', 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4').address).toBe('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4');
  });

  it.each(VALID)('of %s is named as such on every other network: %s', (network, text) => {
    for (const other of ADDRESS_NETWORKS.filter((one) => one !== network)) {
      expect(readAddress(other, text).problem).toEqual({ code: 'ADDRESS_OTHER_NETWORK', params: { network: other, found: network } });
    }
  });

  it('of Bitcoin or Tron with one wrong character, wherever it stands, is never taken', () => {
    // EIP-55 sees most typing errors but not all: an address with few letters has a weak checksum.
    const checked = VALID.filter(([network]) => network !== 'ERC20');
    const alphabet = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
    const character = fc.constantFrom(...alphabet);
    fc.assert(
      fc.property(fc.constantFrom(...checked), fc.nat(), character, ([network, text], at, put) => {
        const index = at % text.length;
        fc.pre(text[index] !== put);
        const wrong = `${text.slice(0, index)}${put}${text.slice(index + 1)}`;
        expect(readAddress(network, wrong).address).toBeNull();
      }),
      { numRuns: 2_000 },
    );
  });

  it('with the case of one letter changed is refused for its checksum', () => {
    expect(codeOf('ERC20', '0x5aAeb6053f3E94C9b9A09f33669435E7Ef1BeAed')).toBe('ADDRESS_CHECKSUM');
    expect(codeOf('ERC20', EVM[0]!.toUpperCase().replace('0X', '0x'))).toBe('ADDRESS_CHECKSUM');
    expect(codeOf('BTC', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kV8f3t4')).toBe('ADDRESS_INVALID');
  });

  it.each([
    ['another prefix', 'tc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq5zuyut'],
    ['bech32 where bech32m belongs', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd'],
    ['a test network', 'tb1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq24jc47'],
    ['bech32 with a later version', 'BC1S0XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ54WELL'],
    ['bech32m where bech32 belongs', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh'],
    ['a character outside of the alphabet', 'bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4'],
    ['a witness version that there is not', 'BC130XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ7ZWS8R'],
    ['a program of one byte', 'bc1pw5dgrnzv'],
    ['a program of 41 bytes', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v8n0nx0muaewav253zgeav'],
    ['a version 0 program of 16 bytes', 'BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P'],
    ['more than four bits of padding', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v07qwwzcrf'],
    ['no data', 'bc1gmk9yu'],
    ['a version that nobody has a key for', 'bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs'],
  ])('of BIP-350 with %s is refused', (_name, text) => {
    expect(codeOf('BTC', text)).toMatch(/^ADDRESS_(INVALID|CHECKSUM)$/);
  });

  it('that pays nobody is refused as such on each network', () => {
    expect(codeOf('ERC20', `0x${'0'.repeat(40)}`)).toBe('ADDRESS_ZERO');
    expect(codeOf('TRC20', 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb')).toBe('ADDRESS_ZERO');
    expect(codeOf('BTC', '1111111111111111111114oLvT2')).toBe('ADDRESS_ZERO');
  });

  it('of the Bitcoin test network in base58 is refused', () => {
    expect(codeOf('BTC', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn')).toBe('ADDRESS_INVALID');
  });

  it('security: a letter of another alphabet that looks the same is named by its number', () => {
    expect(readAddress('ERC20', `0x5a\u0410${'e'.repeat(37)}`).problem).toEqual({
      code: 'ADDRESS_CHARACTERS',
      params: { character: 'U+0410' },
    });
    for (const text of ['0x\u200b', '\u202e0x', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe\u217e']) {
      expect(codeOf('ERC20', text)).toBe('ADDRESS_CHARACTERS');
    }
    expect(readAddress('BTC', 'bc1-').problem?.params).toEqual({ character: '- (U+002D)' });
  });

  it('security: anything else is refused without an error, 10,000 characters too', () => {
    for (const network of ADDRESS_NETWORKS) {
      expect(codeOf(network, '')).toBe('ADDRESS_INVALID');
      expect(codeOf(network, '1'.repeat(10_000))).toBe('ADDRESS_INVALID');
      expect(codeOf(network, '\u0430'.repeat(10_000))).toBe('ADDRESS_INVALID');
      fc.assert(
        fc.property(fc.string({ unit: 'grapheme', maxLength: 130 }), (text) => {
          expect(readAddress(network, text).address === null).toBe(true);
        }),
      );
      fc.assert(
        fc.property(fc.stringMatching(/^(0x|T|1|3|bc1|BC1)[0-9A-Za-z]{20,60}$/), (text) => {
          const { address } = readAddress(network, text);
          if (address !== null) expect(findShapeProblem(network, address)).toBeNull();
        }),
      );
    }
  });
});
