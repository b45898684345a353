import 'server-only';
import { readSafeNext } from '../../security/safe-next';
import { destroySession, readSession } from '../../session/session';

/**
 * Where a page sends a browser whose session it can't read: removes the worthless cookie, which a page can't, and goes to the landing tab.
 * A session that is alive stays: a link to this address signs nobody out.
 */
export async function endSession(request: Request): Promise<Response> {
  const next = readSafeNext(new URL(request.url).searchParams.get('next'));
  const isAlive = (await readSession()) !== null;
  if (!isAlive) await destroySession();
  const query = next === null ? '' : `?next=${encodeURIComponent(next)}`;
  const location = isAlive ? (next ?? '/tab1') : `/tab1${query}`;
  return new Response(null, { status: 307, headers: { Location: location, 'Cache-Control': 'no-store' } });
}
