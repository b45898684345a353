/** Returns the name under which a perpetual market is leased, beside the spot market of the same symbol. */
export function leaseOf(market: string): string {
  return `${market}:perpetual`;
}

/** Returns the market of a lease's name. */
export function marketOfLease(lease: string): string {
  return lease.slice(0, lease.lastIndexOf(':'));
}
