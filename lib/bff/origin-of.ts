import 'server-only';
import { getEnv } from '../env';
import { readOwnOrigin } from '../security/origin';

/** Returns the origin that the browser shows for this app. Its own `Origin` header has passed the check and knows the scheme. */
export function originOf(request: Request): string {
  return getEnv().publicOrigin ?? request.headers.get('origin') ?? readOwnOrigin(request, null);
}
