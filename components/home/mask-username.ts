/** Characters of a user name that stay readable at its end. */
const SHOWN_TAIL = 4;
const SHOWN_HEAD = 2;

/** Returns a user name that can be read over a shoulder: its first two and last four characters with stars between; short names keep the first. */
export function maskUsername(username: string): string {
  if (username.length <= SHOWN_HEAD + SHOWN_TAIL) return `${username.slice(0, 1)}***`;
  return `${username.slice(0, SHOWN_HEAD)}****${username.slice(-SHOWN_TAIL)}`;
}
