import type { ErrorBody } from '../dto/shared';
import { isMarked, mark } from '../errors/own-kind';
import type { ErrorCode } from '../protocol/errors';

/** A little longer than the server's own 50 s for the exchange, so that its answer wins. */
const REQUEST_TIMEOUT_MS = 55_000;

/** Dispatched on `window` when an answer says that nobody is signed in (any more); `detail.code` is the code. */
export const SESSION_LOST_EVENT = 'candor:session-lost';

const KIND = 'api-error';

/** A refused or failed call. `status` is 0 when no answer came at all. */
export class ApiError extends Error {
  static override [Symbol.hasInstance](value: unknown): value is ApiError {
    return isMarked(value, KIND);
  }
  override readonly name = 'ApiError';
  constructor(
    readonly code: ErrorCode,
    readonly status: number,
    readonly params: Record<string, string> = {},
    readonly field: string | null = null,
    /** The exchange's own words, where the code has no better ones; else null. Plain text. */
    readonly upstreamMessage: string | null = null,
    readonly requestId: string | null = null,
  ) {
    super(code);
    mark(this, KIND);
  }

  /** True when a write may have happened: repeat it with the same request id, or not at all. */
  get isOutcomeUnknown(): boolean {
    return this.status === 0 || this.status >= 500 || this.code === 'REQUEST_PENDING';
  }
}

async function readError(response: Response, mayHaveHappened: boolean): Promise<ApiError> {
  try {
    const { error } = (await response.json()) as ErrorBody;
    return new ApiError(error.code, response.status, error.params, error.field ?? null, error.message ?? null, error.requestId);
  } catch (cause) {
    return toFailure('LEGACY_MALFORMED', { cause, mayHaveHappened, status: response.status });
  }
}

/** No answer, or none that can be read. A write with a request number may have happened all the same. */
function toFailure(
  code: ErrorCode,
  { cause, mayHaveHappened, status = 0 }: { cause: unknown; mayHaveHappened: boolean; status?: number },
): ApiError {
  const failure = new ApiError(mayHaveHappened ? 'OUTCOME_UNKNOWN' : code, status);
  failure.cause = cause;
  return failure;
}

async function send<T>(path: string, init: RequestInit, mayHaveHappened = false): Promise<T> {
  const timeout = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
  const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
  let response: Response;
  try {
    response = await fetch(path, { ...init, credentials: 'same-origin', signal });
  } catch (cause) {
    if (init.signal?.aborted) throw cause;
    throw toFailure(timeout.aborted ? 'LEGACY_TIMEOUT' : 'LEGACY_UNREACHABLE', { cause, mayHaveHappened });
  }
  if (!response.ok) {
    const error = await readError(response, mayHaveHappened);
    if (typeof window !== 'undefined' && (error.code === 'SESSION_REQUIRED' || error.code === 'SESSION_EXPIRED')) {
      window.dispatchEvent(new CustomEvent(SESSION_LOST_EVENT, { detail: { code: error.code } }));
    }
    throw error;
  }
  try {
    return (await response.json()) as T;
  } catch (cause) {
    throw toFailure('LEGACY_UNREACHABLE', { cause, mayHaveHappened });
  }
}

/** Reads one of our own JSON answers. @throws ApiError */
export function getJson<T>(path: string, signal?: AbortSignal): Promise<T> {
  return send<T>(path, { method: 'GET', ...(signal ? { signal } : {}) });
}

/** Sends JSON to one of our own endpoints. @throws ApiError, OUTCOME_UNKNOWN for a write with a request number that has no clear answer */
export function postJson<T>(path: string, body: unknown, signal?: AbortSignal): Promise<T> {
  const init = {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    ...(signal ? { signal } : {}),
  };
  return send<T>(path, init, typeof body === 'object' && body !== null && 'requestId' in body);
}

/** Returns a new request id for a write. `crypto.randomUUID` is missing on plain http, where phones test on a local network. */
export function createRequestId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
