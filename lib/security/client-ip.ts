import { BlockList, isIP } from 'node:net';

/** Written by the server itself from the socket, after it dropped whatever a client sent under this name. */
export const PEER_HEADER = 'x-candor-peer';
/** Proxies in a row that are looked through at most. */
const HOPS_MAX = 20;

function normalise(address: string): string | null {
  const bare = address
    .trim()
    .replace(/^\[(.*)\](?::\d+)?$/, '$1')
    .replace(/^::ffff:(?=\d+\.)/i, '');
  const withoutPort = /^\d+\.\d+\.\d+\.\d+:\d+$/.test(bare) ? bare.slice(0, bare.indexOf(':')) : bare;
  return isIP(withoutPort) === 0 ? null : withoutPort;
}

/** Returns a test for addresses of proxies that are believed. @throws Error for an entry that is no address or range */
export function createProxyTest(entries: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const entry of entries.filter((one) => one !== 'platform')) {
    const [address = '', bits] = entry.split('/');
    const family = isIP(address);
    if (family === 0) throw new Error(`TRUSTED_PROXIES: not an address or range: ${entry}`);
    const type = family === 4 ? 'ipv4' : 'ipv6';
    if (bits === undefined) list.addAddress(address, type);
    else list.addSubnet(address, Number(bits), type);
  }
  // Most have no proxy, and a question to the list costs more than everything else that is done with an address.
  if (list.rules.length === 0) return () => false;
  return (address) => list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

/**
 * Returns the address of the client, or null when it is not known. It is the connection's own unless that is a trusted proxy; then
 * X-Forwarded-For is read from its right end up to the first address that is no trusted proxy.
 */
export function findClientIp(headers: Headers, trusted: readonly string[], isTrusted = createProxyTest(trusted)): string | null {
  const peer = normalise(headers.get(PEER_HEADER) ?? '');
  const isPlatform = trusted.includes('platform');
  if (peer === null && !isPlatform) return null;
  if (peer !== null && !isPlatform && !isTrusted(peer)) return peer;
  const hops = (headers.get('x-forwarded-for') ?? '').split(',').slice(-HOPS_MAX);
  let client = peer;
  for (const hop of hops.reverse()) {
    const address = normalise(hop);
    if (address === null) break;
    client = address;
    if (!isTrusted(address)) break;
  }
  return client;
}
