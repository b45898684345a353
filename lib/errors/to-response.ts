import type { ErrorBody } from '../dto/shared';
import { ERRORS } from '../protocol/errors';
import { AppError } from './app-error';

/** Longer words of a backend are cut: they stand in a toast. */
const UPSTREAM_MESSAGE_LENGTH_MAX = 300;
/** Seconds that a client refused for its rate is asked to wait. */
const RETRY_AFTER_S = '1';

/**
 * Returns the JSON answer for a failure. Anything but an `AppError` becomes INTERNAL without detail; the request id ties the answer to the
 * log line.
 */
export function toResponse(error: unknown, requestId: string): Response {
  const known = error instanceof AppError ? error : new AppError('INTERNAL', { cause: error });
  const { code, params, field, upstreamMessage } = known;
  const body: ErrorBody = {
    error: {
      code,
      ...(params === undefined ? {} : { params }),
      ...(field === undefined ? {} : { field }),
      ...(upstreamMessage === undefined ? {} : { message: upstreamMessage.slice(0, UPSTREAM_MESSAGE_LENGTH_MAX) }),
      requestId,
    },
  };
  const headers = new Headers({ 'Content-Type': 'application/json', 'Cache-Control': 'no-store', 'X-Request-Id': requestId });
  if (ERRORS[code].status === 429) headers.set('Retry-After', RETRY_AFTER_S);
  return new Response(JSON.stringify(body), { status: ERRORS[code].status, headers });
}
