import 'server-only';
import { randomUUID } from 'node:crypto';
import { AppError } from '../errors/app-error';
import { toResponse } from '../errors/to-response';
import { METHOD_HEADER, methodsOf } from '../security/own-headers';

/** Answers for addresses that the API has not (NOT_FOUND), and for methods that nothing here has (METHOD_REFUSED, with those it has). */
export function serveRefusal(request: Request): Response {
  const refused = request.headers.get(METHOD_HEADER);
  if (refused === null) return toResponse(new AppError('NOT_FOUND'), randomUUID());
  const answer = toResponse(new AppError('METHOD_REFUSED', { detail: refused }), randomUUID());
  answer.headers.set('Allow', methodsOf(refused.endsWith(' api') ? '/api' : '/').join(', '));
  return answer;
}
