/** The address that ends a session that is over, and from where signing in leads back to the page in view. */
export function expiredHref(): string {
  return `/api/session/expired?next=${encodeURIComponent(location.pathname + location.search)}`;
}
