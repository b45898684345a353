import { NETWORK_BITS, sourceOf } from '../../../lib/bounds/address-source';

/** Returns an address without its end, which names the network and no person: 203.0.113.*, 2001:db8:7:*. */
export function maskAddress(ip: string): string {
  if (ip === '::1') return 'localhost';
  const source = sourceOf(ip, NETWORK_BITS);
  return source.includes(':') ? source.replace(/::\/\d+$/, ':*') : source.replace(/\d+$/, '*');
}

/** Returns how a device's browser and system are called, in any language; empty for one without names. */
export function describeDevice({ browser, system }: { browser: string; system: string }): string {
  return [browser, system].filter((name) => name !== '').join(', ');
}
