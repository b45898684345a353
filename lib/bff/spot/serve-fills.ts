import 'server-only';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { AppError } from '../../errors/app-error';
import { toResponse } from '../../errors/to-response';
import { spotFills } from '../../protocol/spot-fills';
import { readQuery } from '../../security/read-json';
import { readSession } from '../../session/session';
import { checkRate, readIp } from '../../security/callers';
import { parseInput } from '../parse-input';
import { logFailure } from '../log-failure';
import { callAs } from '../upstream';
import { streamFills } from './stream-fills';

/** `file` asks the browser to save it; `text` opens as a page, where downloads are blocked. */
const querySchema = z.strictObject({ form: z.enum(['file', 'text']).optional() });

/** Answers `GET /api/spot/fills.csv`: the spot fills of the session's account. */
export async function serveFills(request: Request): Promise<Response> {
  const requestId = randomUUID();
  try {
    const session = await readSession();
    const ip = readIp(request);
    checkRate({ rateClass: 'write', session, ip });
    if (session === null) throw new AppError('SESSION_REQUIRED');
    const { form = 'file' } = parseInput(querySchema, readQuery(new URL(request.url).searchParams));
    const caller = { session, ip, signal: request.signal };
    const body = await streamFills((after) => callAs(caller, spotFills, after ?? {}));
    const name = `spot-fills-${session.mode}-${new Date().toISOString().slice(0, 10)}.csv`;
    const headers = {
      'Content-Type': form === 'file' ? 'text/csv; charset=utf-8; header=present' : 'text/plain; charset=utf-8',
      'Content-Disposition': form === 'file' ? `attachment; filename="${name}"` : 'inline',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      'X-Request-Id': requestId,
    };
    return new Response(body, { headers });
  } catch (error) {
    if (!(error instanceof AppError)) logFailure({ requestId, where: 'GET /api/spot/fills.csv', error });
    return toResponse(error, requestId);
  }
}
