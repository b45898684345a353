import 'server-only';
import { randomUUID } from 'node:crypto';
import { AppError } from '../../errors/app-error';
import { toResponse } from '../../errors/to-response';
import * as calls from '../../protocol/data-export';
import { checkRate, readIp } from '../../security/callers';
import { readSession } from '../../session/session';
import { logFailure } from '../log-failure';
import { logRefusal } from '../log-refusal';
import { callAs } from '../upstream';
import { createThrottledReader } from '../exports/throttled-reader';
import { makeZip } from './make-zip';
import { singleDownload } from './single-download';

/** Answers `GET /api/account/export.zip`: the export of whoever is signed in, if it is ready and their device opened it. */
export async function serveExport(request: Request): Promise<Response> {
  const requestId = randomUUID();
  try {
    const session = await readSession();
    const ip = readIp(request);
    checkRate({ rateClass: 'write', session, ip });
    if (session === null) throw new AppError('SESSION_REQUIRED');
    const caller = { session, ip, signal: request.signal };
    const { id, ready, open_until, sections } = await callAs(caller, calls.dataExport, {});
    if (id === null || ready === null) throw new AppError('NOT_FOUND');
    // Before the first byte: a download that has begun can say nothing.
    if (open_until === null) throw new AppError('STEP_UP_REQUIRED');
    const patient = createThrottledReader(request.signal);
    const readPart = (part: number) => patient(() => callAs(caller, calls.dataExportPart, { id, part: String(part) as never }));
    const body = singleDownload(
      session.userId,
      makeZip(sections, async (part) => (await readPart(part)).rows),
    );
    const headers = {
      'Content-Type': 'application/zip',
      'Content-Disposition': `attachment; filename="my-data-${new Date(ready).toISOString().slice(0, 10)}.zip"`,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      'X-Request-Id': requestId,
    };
    return new Response(body, { headers });
  } catch (error) {
    const where = 'GET /api/account/export.zip';
    if (error instanceof AppError) logRefusal({ where, code: error.code, ip: readIp(request) });
    else logFailure({ requestId, where, error });
    return toResponse(error, requestId);
  }
}
