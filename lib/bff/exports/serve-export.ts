import 'server-only';
import { randomUUID } from 'node:crypto';
import { AppError } from '../../errors/app-error';
import { toResponse } from '../../errors/to-response';
import { readQuery } from '../../security/read-json';
import { readSession } from '../../session/session';
import { checkRate, readIp } from '../../security/callers';
import { logFailure } from '../log-failure';
import { logRefusal } from '../log-refusal';
import { EXPORTS } from './lists';
import { createThrottledReader } from './throttled-reader';
import { streamRows } from './stream-rows';

const FILE_NAME = /^([a-z-]{1,40})\.csv$/;

/** Answers `GET /api/exports/<list>.csv`: one list of the session's account, narrowed like the list on its screen. */
export async function serveExport(request: Request, { params }: { params: Promise<{ list: string }> }): Promise<Response> {
  const requestId = randomUUID();
  try {
    const name = FILE_NAME.exec((await params).list)?.[1] ?? '';
    const open = Object.hasOwn(EXPORTS, name) ? EXPORTS[name] : undefined;
    const session = await readSession();
    const ip = readIp(request);
    checkRate({ rateClass: 'write', session, ip });
    if (open === undefined) throw new AppError('NOT_FOUND');
    if (session === null) throw new AppError('SESSION_REQUIRED');
    const { form, header, read } = open(readQuery(new URL(request.url).searchParams));
    const caller = { session, ip, signal: request.signal };
    const patient = createThrottledReader(request.signal);
    const body = await streamRows({ header, read: (place: unknown) => patient(() => read(caller, place)) });
    const file = `${name}-${session.mode}-${new Date().toISOString().slice(0, 10)}.csv`;
    const headers = {
      'Content-Type': form === 'file' ? 'text/csv; charset=utf-8; header=present' : 'text/plain; charset=utf-8',
      'Content-Disposition': form === 'file' ? `attachment; filename="${file}"` : 'inline',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      'X-Request-Id': requestId,
    };
    return new Response(body, { headers });
  } catch (error) {
    if (error instanceof AppError) logRefusal({ where: 'GET /api/exports', code: error.code, ip: readIp(request) });
    else logFailure({ requestId, where: 'GET /api/exports', error });
    return toResponse(error, requestId);
  }
}
