import { ZodError } from 'zod';
import { AppError } from '../errors/app-error';

/** `isNumbered`: a write with a request number, which can be sent again and counts once. */
type Asked = { id: string; isNumbered: boolean };

function sayWhat(cause: ZodError | AppError): string {
  if (!(cause instanceof ZodError)) return cause.message;
  const [issue] = cause.issues;
  return `${issue?.path.map(String).join('.') ?? ''}: ${issue?.message ?? ''}`;
}

/**
 * Runs what makes our shape of a backend's answer. An answer that the catalogue allows and our shape can't say, such as a sum with more digits than any
 * amount has, is a fault of the backend like one that the catalogue doesn't allow: a write may have been done all the same.
 * @throws LEGACY_MALFORMED, for a numbered write OUTCOME_UNKNOWN; what `make` throws
 */
export function withoutStrangeAnswers<T>({ id, isNumbered }: Asked, make: () => T): T {
  try {
    return make();
  } catch (cause) {
    const isStrange = cause instanceof ZodError || (cause instanceof AppError && cause.code === 'LEGACY_MALFORMED');
    if (!isStrange) throw cause;
    throw new AppError(isNumbered ? 'OUTCOME_UNKNOWN' : 'LEGACY_MALFORMED', { detail: `${id}: ${sayWhat(cause)}`, cause });
  }
}

/** Whether an endpoint is a numbered write. */
export const isNumbered = (endpoint: object): boolean => 'numbered' in endpoint && endpoint.numbered !== undefined;
