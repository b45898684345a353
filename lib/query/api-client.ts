import type { Session } from '../dto/session';
import type { ErrorBody } from '../dto/shared';
import { type ShownAccount, toShownHeaders } from '../dto/shown-account';
import { isMarked, mark } from '../errors/own-kind';
import type { ErrorCode } from '../protocol/errors';

/** A little longer than the server's own 50 s for the exchange, so that its answer wins. */
const REQUEST_TIMEOUT_MS = 55_000;
/** Who is signed in is known without the exchange. */
const SESSION_TIMEOUT_MS = 5_000;

/** Dispatched on `window` when an answer says that nobody is signed in (any more); `detail.code` is the code. */
export const SESSION_LOST_EVENT = 'candor:session-lost';

/** Dispatched on `window` when a write was refused because another tab has changed the account; `detail` is the error. */
export const ACCOUNT_CHANGED_EVENT = 'candor:account-changed';

/** Answers of the server with the status of a fault that are clear all the same: nothing was done. */
const NOT_DONE: ReadonlySet<ErrorCode> = new Set(['MARKET_BUSY', 'LEGACY_UNREACHABLE', 'NOT_DONE_IN_TIME']);

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
    if (this.status !== 0 && NOT_DONE.has(this.code)) return false;
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

/** Who is signed in by the cookie that the browser holds now. @throws what fetch throws, ApiError */
export async function readSession(): Promise<Session> {
  const signal = AbortSignal.timeout(SESSION_TIMEOUT_MS);
  const response = await fetch('/api/session', { credentials: 'same-origin', cache: 'no-store', signal });
  if (!response.ok) throw await readError(response, false);
  return (await response.json()) as Session;
}

/** Tells the page of what concerns all of it. A late refusal of a session that has ended since ends no newer one: the cookie is asked. */
async function report(error: ApiError): Promise<void> {
  if (error.code === 'ACCOUNT_CHANGED') window.dispatchEvent(new CustomEvent(ACCOUNT_CHANGED_EVENT, { detail: error }));
  if (error.code !== 'SESSION_REQUIRED' && error.code !== 'SESSION_EXPIRED') return;
  const isSignedIn = await readSession().then(
    (session) => session.signedIn,
    () => false,
  );
  if (!isSignedIn) window.dispatchEvent(new CustomEvent(SESSION_LOST_EVENT, { detail: { code: error.code } }));
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
    // Not awaited: whoever asked hears of the refusal at once.
    if (typeof window !== 'undefined') void report(error);
    throw error;
  }
  try {
    return (await response.json()) as T;
  } catch (cause) {
    throw toFailure('LEGACY_UNREACHABLE', { cause, mayHaveHappened });
  }
}

/** What a request of a member carries besides its body: the account that their screen shows. */
type Options = { signal?: AbortSignal; shown?: ShownAccount };

/** Reads one of our own JSON answers. @throws ApiError */
export function getJson<T>(path: string, { signal, shown }: Options = {}): Promise<T> {
  return send<T>(path, { method: 'GET', ...(shown ? { headers: toShownHeaders(shown) } : {}), ...(signal ? { signal } : {}) });
}

/**
 * Sends JSON to one of our own endpoints. A member's writes go through `useWrite` instead.
 * @throws ApiError, OUTCOME_UNKNOWN for a write with a request number that has no clear answer
 */
export function postJson<T>(path: string, body: unknown, { signal, shown }: Options = {}): Promise<T> {
  const init = {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(shown ? toShownHeaders(shown) : {}) },
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
