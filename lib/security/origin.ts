import { AppError } from '../errors/app-error';
import { isLoopbackHost } from '../rules/wallet-message';

/** Returns the origin that browsers see for this request: the configured one, else the request's own host. */
function readOwnOrigin(request: Request, publicOrigin: string | null): string {
  if (publicOrigin !== null) return publicOrigin;
  const url = new URL(request.url);
  const host = request.headers.get('host') ?? url.host;
  return `${url.protocol}//${host}`;
}

/**
 * Returns the origin that a sign-in message names. Without a configured one a caller's word is taken for this computer's own names alone: a
 * message that names another site's domain is what a phisher asks for.
 * @throws SIGN_IN_ADDRESS_REFUSED
 */
export function readSignInOrigin(request: Request, publicOrigin: string | null): string {
  if (publicOrigin !== null) return publicOrigin;
  const own = readOwnOrigin(request, null);
  // The browser's own header has passed the origin check, and knows the scheme.
  const origin = request.headers.get('origin') ?? own;
  const isLoopback = [own, origin].every((one) => isLoopbackHost(hostOf(one) ?? ''));
  if (!isLoopback) throw new AppError('SIGN_IN_ADDRESS_REFUSED', { detail: `host ${own.slice(0, 100)}` });
  return origin;
}

/**
 * Refuses a write that another site's page may have caused. Either header of the browser must say "same origin"; one that says otherwise
 * refuses at once, and a request with neither is no browser of ours.
 * @throws ORIGIN_REFUSED
 */
export function checkOrigin(request: Request, publicOrigin: string | null): void {
  const fetchSite = request.headers.get('sec-fetch-site');
  const origin = request.headers.get('origin');
  if (fetchSite !== null && fetchSite !== 'same-origin')
    throw new AppError('ORIGIN_REFUSED', { detail: `sec-fetch-site ${fetchSite.slice(0, 20)}` });
  if (origin !== null) {
    const own = readOwnOrigin(request, publicOrigin);
    const isOwn = publicOrigin === null ? hostOf(origin) === hostOf(own) : origin === own;
    if (!isOwn) throw new AppError('ORIGIN_REFUSED', { detail: `origin ${origin.slice(0, 100)}` });
    return;
  }
  if (fetchSite === null) throw new AppError('ORIGIN_REFUSED', { detail: 'neither Origin nor Sec-Fetch-Site' });
}

/** Behind a proxy that ends TLS the scheme isn't known here; host and port are. */
function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null;
}
