/** Returns the value of a cookie in a Cookie header, read as the framework reads it: of two with one name the last one that can be decoded counts. */
export function readCookie(header: string | null, name: string): string | undefined {
  let found: string | undefined;
  for (const pair of (header ?? '').split(/; */)) {
    const at = pair.indexOf('=');
    if (at === -1 || pair.slice(0, at) !== name) continue;
    try {
      found = decodeURIComponent(pair.slice(at + 1));
    } catch {
      // What can't be decoded is no value.
    }
  }
  return found;
}
