/** PostgreSQL keeps no NUL in a text, and UTF-8 has no half of a surrogate pair. JSON can write both, as escapes. */
const UNSTORABLE = /\0|\p{Cs}/u;
/** Names of members in the place that is returned. */
const PLACE_DEPTH_MAX = 4;

/** Whether a text can be kept as it is. */
export const isStorable = (text: string): boolean => !UNSTORABLE.test(text);

/**
 * Returns the place of the first text in a JSON value, names of members included, that can't be kept as it is: names joined by dots, the outermost
 * four; empty for the value itself. Null when every text can. Nested values of any depth are looked at without recursion.
 */
export function findUnstorable(value: unknown): string | null {
  const open: { value: unknown; place: readonly string[] }[] = [{ value, place: [] }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { place } = next;
    if (typeof next.value === 'string' && !isStorable(next.value)) return place.join('.');
    if (typeof next.value !== 'object' || next.value === null) continue;
    for (const [name, member] of Object.entries(next.value)) {
      if (!isStorable(name)) return place.join('.');
      open.push({ value: member, place: place.length < PLACE_DEPTH_MAX ? [...place, name] : place });
    }
  }
  return null;
}
