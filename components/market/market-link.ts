/** Returns the path of a market's page. */
export function marketPath(base: string): string {
  return `/marketInfo?coin=${encodeURIComponent(base)}&type=spot`;
}
