/** Returns the address of a read: what the path names is put into it, the rest is its query; what is undefined is left out. */
export function addressOf(path: string, input: unknown): string {
  const query = new URLSearchParams();
  let filled = path;
  for (const [name, value] of Object.entries(input ?? {})) {
    if (value === undefined) continue;
    const place = `{${name}}`;
    if (path.includes(place)) filled = filled.replace(place, encodeURIComponent(String(value)));
    else query.set(name, String(value));
  }
  const text = query.toString();
  return text === '' ? filled : `${filled}?${text}`;
}
