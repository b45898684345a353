/** A name up to this long is shown whole. */
const WHOLE_MAX = 20;
const HEAD = 8;
const TAIL = 6;

/** Returns a long user name (a wallet's address) with its middle left out: both ends are what people compare. */
export function truncateMiddle(username: string): string {
  return username.length <= WHOLE_MAX ? username : `${username.slice(0, HEAD)}…${username.slice(-TAIL)}`;
}
