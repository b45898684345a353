/** A longer address is no page of ours. */
const NEXT_LENGTH_MAX = 500;

/**
 * Returns a path of our own site to go on to, or null. Whatever a browser could take for another site is refused: schemes, `//`,
 * backslashes, control characters, our API.
 */
export function readSafeNext(next: string | null | undefined): string | null {
  if (
    next === null ||
    next === undefined ||
    next.length > NEXT_LENGTH_MAX ||
    !/^\/(?![/\\])[\x21-\x7e]*$/.test(next) ||
    next.includes('\\')
  )
    return null;
  const base = 'https://own.invalid';
  if (!URL.canParse(next, base)) return null;
  const url = new URL(next, base);
  if (url.origin !== base || url.pathname.startsWith('//') || /^\/(api|_next)(\/|$)/i.test(url.pathname)) return null;
  return url.pathname + url.search;
}
