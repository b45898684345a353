import 'server-only';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { sourceOf } from '../../rate-limits/address-source';
import { AppError } from '../../errors/app-error';
import { toResponse } from '../../errors/to-response';
import { readQuery } from '../../security/read-json';
import { readSession, readSessionCookie } from '../../session/session';
import { isSessionActive } from '../../session/session-status';
import { isRevoked } from '../../session/unseal';
import { checkRate, readIp } from '../../security/callers';
import { listedMarkets } from '../market/listed-markets';
import { parseInput } from '../parse-input';
import { isKeyOfAccount } from './stream-key';
import { logFailure } from '../log-failure';
import { parseChannels } from './channels';
import { openStream } from './open-stream';

const querySchema = z.strictObject({ channels: z.string().min(1).max(1_000), of: z.string().max(64).optional() });
const eventIdSchema = z
  .string()
  .max(64)
  .regex(/^[A-Za-z0-9:_.-]+$/);

/** Answers `GET /api/stream`: server-sent events of the channels asked for. */
export async function serveStream(request: Request): Promise<Response> {
  const requestId = randomUUID();
  try {
    const session = await readSession();
    const ip = readIp(request);
    checkRate({ rateClass: session === null ? 'stream' : 'memberStream', session, ip });
    const { channels, of } = parseInput(querySchema, readQuery(new URL(request.url).searchParams));
    // What arrives goes to every tab of the session that the screen shows, so it must be of that account.
    if (of !== undefined && !isKeyOfAccount(of, session)) throw new AppError('ACCOUNT_CHANGED', { params: { now: 'other' } });
    const topics = await parseChannels(channels, session, listedMarkets().has);
    if (session !== null && !(await isSessionActive(session))) throw new AppError('SESSION_EXPIRED');
    const cookie = session === null ? null : await readSessionCookie();
    const lastId = eventIdSchema.safeParse(request.headers.get('last-event-id')).data ?? null;
    const body = openStream({
      session,
      source: sourceOf(ip ?? 'unknown'),
      topics,
      lastId,
      signal: request.signal,
      isSignedOut: () => cookie !== null && isRevoked(cookie.value),
      isAllowed: async () => cookie === null || (await cookie.isAlive()),
    });
    // `no-transform` keeps compression from holding events back, the last one does so for proxies.
    const headers = {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-store, no-transform',
      'X-Accel-Buffering': 'no',
      'X-Request-Id': requestId,
    };
    return new Response(body, { headers });
  } catch (error) {
    if (!(error instanceof AppError)) logFailure({ requestId, where: 'GET /api/stream', error });
    return toResponse(error, requestId);
  }
}
