import 'server-only';
import { randomUUID } from 'node:crypto';
import { toResponse } from '../../errors/to-response';
import { checkRate, readIp } from '../../security/callers';
import { readSafeNext } from '../../security/safe-next';
import { destroySession, readSession, readSessionCookie, readActiveSession } from '../../session/session';

/**
 * Where a page sends a browser whose session has ended: removes the worthless cookie, which a page can't, and goes to the landing tab, which
 * says that the login has expired. A session that stands stays: a link to this address signs nobody out.
 */
export async function endSession(request: Request): Promise<Response> {
  const session = await readSession();
  if (session !== null) {
    try {
      checkRate({ rateClass: 'standing', session, ip: readIp(request) });
    } catch (error) {
      return toResponse(error, randomUUID());
    }
  }
  const next = readSafeNext(new URL(request.url).searchParams.get('next'));
  const hadCookie = (await readSessionCookie()) !== null;
  const isAlive = (await readActiveSession()) !== null;
  if (!isAlive) await destroySession();
  const query = new URLSearchParams({ ...(hadCookie ? { expired: '1' } : {}), ...(next === null ? {} : { next }) }).toString();
  const location = isAlive ? (next ?? '/tab1') : `/tab1${query === '' ? '' : `?${query}`}`;
  return new Response(null, { status: 307, headers: { Location: location, 'Cache-Control': 'no-store' } });
}
