import type { Endpoint, ReadEndpoint, WriteEndpoint } from '../api/define';
import { session } from '../api/session';
import type { Session } from '../dto/session';
import type { ErrorBody } from '../dto/shared';
import { type ShownAccount, toShownHeaders } from '../dto/shown-account';
import { isMarked, mark } from '../errors/own-kind';
import type { ErrorCode } from '../protocol/errors';
import { addressOf } from './address';

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

/** From this status on a server says that it failed, below it that it refused. */
const SERVER_FAULT = 500;

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
    return this.status === 0 || this.status >= SERVER_FAULT || this.code === 'REQUEST_PENDING';
  }
}

async function readError(response: Response, mayHaveHappened: boolean): Promise<ApiError> {
  try {
    const { error } = (await response.json()) as ErrorBody;
    return new ApiError(error.code, response.status, error.params, error.field ?? null, error.message ?? null, error.requestId);
  } catch (cause) {
    // What a server in between refuses by itself never reached this app, and what this app refuses was not done.
    const isFault = response.status >= SERVER_FAULT;
    return toFailure('LEGACY_MALFORMED', { cause, mayHaveHappened: mayHaveHappened && isFault, status: response.status });
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
  const response = await fetch(session.path, { credentials: 'same-origin', cache: 'no-store', signal });
  if (!response.ok) throw await readError(response, false);
  return readJson(session, response);
}

/** The one place where an answer gets its type: that of its endpoint, whose handler has checked it against the schema. */
function readJson<O>(_endpoint: Endpoint<unknown, O>, response: Response): Promise<O> {
  return response.json();
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

async function send<O>(endpoint: Endpoint<unknown, O>, path: string, init: RequestInit, mayHaveHappened = false): Promise<O> {
  const timeout = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
  let response: Response;
  try {
    response = await fetch(path, { ...init, credentials: 'same-origin', signal: timeout });
  } catch (cause) {
    throw toFailure(timeout.aborted ? 'LEGACY_TIMEOUT' : 'LEGACY_UNREACHABLE', { cause, mayHaveHappened });
  }
  if (!response.ok) {
    const error = await readError(response, mayHaveHappened);
    // Not awaited: whoever asked hears of the refusal at once.
    if (typeof window !== 'undefined') void report(error);
    throw error;
  }
  try {
    return await readJson(endpoint, response);
  } catch (cause) {
    throw toFailure('LEGACY_UNREACHABLE', { cause, mayHaveHappened });
  }
}

/** Reads one of our own endpoints; `shown` is the account that the screen shows, where the endpoint asks for it. @throws ApiError */
export function readApi<I, O>(endpoint: ReadEndpoint<I, O>, input: I, shown?: ShownAccount): Promise<O> {
  return send(endpoint, addressOf(endpoint.path, input), { headers: shown ? toShownHeaders(shown) : {} });
}

/** Sends what no account stands behind. A member's writes go through `useWrite`. @throws ApiError */
export function sendApi<I, O>(endpoint: WriteEndpoint<I, O, 'public' | 'visitor'>, input: I): Promise<O> {
  return post(endpoint, input, {});
}

/** Sends a write of the account that the screen shows. @throws ApiError, OUTCOME_UNKNOWN for one with a request number and no clear answer */
export function sendShown<I, O>(endpoint: WriteEndpoint<I, O>, input: I, shown: ShownAccount): Promise<O> {
  return post(endpoint, input, toShownHeaders(shown));
}

/** A picture on its way: the answer, and how much of it has left, from 0 to 1. */
export type Upload<O> = { answer: Promise<O>; abort(): void };
/** What a browser gives where the server has bytes. */
type Given<I> = Omit<I, 'file'> & { file: Blob };

/** Whether an upload ended because this page called it off. */
export const isAborted = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

/** Sends a picture, with what `fetch` can't say: how much of it has left. @throws ApiError, or what `isAborted` knows */
export function sendUpload<I, O>(
  endpoint: WriteEndpoint<I, O>,
  { file, ...fields }: Given<I>,
  { shown, onProgress }: { shown?: ShownAccount | undefined; onProgress(share: number): void },
): Upload<O> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
  form.set('file', file, 'picture');
  const request = new XMLHttpRequest();
  const answer = new Promise<O>((resolve, reject) => {
    request.open('POST', endpoint.path);
    for (const [name, value] of Object.entries(shown ? toShownHeaders(shown) : {})) request.setRequestHeader(name, value);
    request.timeout = REQUEST_TIMEOUT_MS * 3;
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total);
    request.ontimeout = () => reject(new ApiError('LEGACY_TIMEOUT', 0));
    request.onabort = () => reject(new DOMException('the upload was called off', 'AbortError'));
    request.onerror = () => reject(new ApiError('LEGACY_UNREACHABLE', 0));
    request.onload = () => {
      const response = new Response(request.responseText, { status: request.status || 502 });
      if (response.ok) return void readJson(endpoint, response).then(resolve, reject);
      void readError(response, false).then((error) => {
        void report(error);
        reject(error);
      });
    };
    request.send(form);
  });
  return { answer, abort: () => request.abort() };
}

function post<I, O>(endpoint: WriteEndpoint<I, O>, input: I, headers: Record<string, string>): Promise<O> {
  const init = { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers }, body: JSON.stringify(input) };
  return send(endpoint, endpoint.path, init, endpoint.numbered !== undefined);
}

/** Returns a new request id for a write. `crypto.randomUUID` is missing on plain http, where phones test on a local network. */
export function createRequestId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
