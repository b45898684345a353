/** Bits of an IPv6 address that one household or server has at the least: whoever holds one address of a /64 holds them all. */
const HOUSEHOLD_BITS = 64;
/**
 * Bits of an IPv6 address by which networks are counted where somebody else's account or address is at stake: a provider gives one customer
 * that much.
 */
export const NETWORK_BITS = 48;
const GROUPS = 8;
const GROUP_BITS = 16;

/** Returns the eight 16-bit groups of an IPv6 address; null when the text is none. A zone (`%eth0`) is left out. */
function readGroups(address: string): number[] | null {
  const [bare = ''] = address.split('%');
  const withoutV4 = bare.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_all, ...bytes: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = bytes.slice(0, 4).map(Number);
    return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
  });
  const [head = '', tail, ...more] = withoutV4.split('::');
  if (more.length > 0) return null;
  const parse = (text: string) => (text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16)));
  const [left, right] = [parse(head), parse(tail ?? '')];
  const missing = GROUPS - left.length - right.length;
  if (tail === undefined ? missing !== 0 : missing < 0) return null;
  const groups = [...left, ...Array.from({ length: missing }, () => 0), ...right];
  return groups.every((group) => group >= 0 && group <= 0xffff) ? groups : null;
}

/**
 * Returns what a bound by address counts: an IPv4 address, also one written in IPv6 (`::ffff:…`), or the first `bits` of an IPv6 address
 * (a multiple of 16). Every spelling of an address gives the same text; one that is no address is returned as it is.
 * @example sourceOf('2001:db8:0:7::9') // '2001:db8:0:7::/64'
 */
export function sourceOf(address: string, bits: number = HOUSEHOLD_BITS): string {
  if (!address.includes(':')) return address;
  const groups = readGroups(address);
  if (groups === null) return address;
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped) return [6, 7].flatMap((index) => [(groups[index] ?? 0) >> 8, (groups[index] ?? 0) & 0xff]).join('.');
  const kept = groups.slice(0, bits / GROUP_BITS).map((group) => group.toString(16));
  return `${kept.join(':')}::/${bits}`;
}

/** Returns an address without its end, which names the network and no person: 203.0.113.*, 2001:db8:7:*. */
export function maskAddress(ip: string): string {
  if (ip === '::1') return 'localhost';
  const source = sourceOf(ip, NETWORK_BITS);
  return source.includes(':') ? source.replace(/::\/\d+$/, ':*') : source.replace(/\d+$/, '*');
}
