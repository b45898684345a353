/** Longest name that is shown untruncated. */
const WHOLE_MAX = 20;
const HEAD = 8;
const TAIL = 6;

/** Truncates the middle of a long user name (a wallet address): people compare both ends. */
export function truncateMiddle(username: string): string {
  return username.length <= WHOLE_MAX ? username : `${username.slice(0, HEAD)}…${username.slice(-TAIL)}`;
}
