/** Networks whose addresses we know by their code in the registry. */
export const ADDRESS_NETWORKS = ['ERC20', 'BTC', 'TRC20'] as const;
export type AddressNetwork = (typeof ADDRESS_NETWORKS)[number];

/** The longest text that is looked at as an address: the longest address of any network has 90 characters. */
export const ADDRESS_LENGTH_MAX = 120;

/** Why a text is no address that could be paid on a network. `params` are for the message. */
export type AddressProblem = {
  code: 'ADDRESS_INVALID' | 'ADDRESS_CHARACTERS' | 'ADDRESS_CHECKSUM' | 'ADDRESS_OTHER_NETWORK' | 'ADDRESS_ZERO';
  params: Record<string, string>;
};

const SHAPES: Record<AddressNetwork, RegExp> = {
  ERC20: /^0x[0-9a-fA-F]{40}$/,
  TRC20: /^T[1-9A-HJ-NP-Za-km-z]{33}$/,
  BTC: /^([13][1-9A-HJ-NP-Za-km-z]{25,34}|bc1[02-9ac-hj-np-z]{6,87}|BC1[02-9AC-HJ-NP-Z]{6,87})$/,
};

/** Returns a pasted text without the blanks around it. */
export function trimAddress(text: string): string {
  return text.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '');
}

/** Returns the network whose addresses look like this text, by shape alone; null when there is none. */
export function guessNetwork(text: string): AddressNetwork | null {
  return ADDRESS_NETWORKS.find((network) => SHAPES[network].test(text)) ?? null;
}

/**
 * Says what is wrong with a text before any checksum is counted: characters that no address has (a letter of another alphabet that looks the
 * same is one), another network's address, or no address at all. Null when it may be one. Cheap enough for each keystroke.
 */
export function findShapeProblem(network: AddressNetwork, text: string): AddressProblem | null {
  if (text.length > ADDRESS_LENGTH_MAX) return { code: 'ADDRESS_INVALID', params: { network } };
  const strange = [...text].find((character) => !/^[0-9A-Za-z]$/.test(character));
  if (strange !== undefined) return { code: 'ADDRESS_CHARACTERS', params: { character: nameCharacter(strange) } };
  if (SHAPES[network].test(text)) return null;
  const guess = guessNetwork(text);
  return guess === null
    ? { code: 'ADDRESS_INVALID', params: { network } }
    : { code: 'ADDRESS_OTHER_NETWORK', params: { network, found: guess } };
}

/** A letter that looks like another one helps nobody: its number tells them apart. */
function nameCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const number = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  return code > 0x20 && code < 0x7f ? `${character} (${number})` : number;
}
