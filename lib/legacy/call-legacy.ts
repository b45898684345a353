import 'server-only';
import { Pool } from 'undici';
import { getEnv } from '../env';
import { AppError } from '../errors/app-error';
import { type AnswerOf, type Call, type RequestOf, TAKES_TOKEN_HEADER } from '../protocol/define-call';
import type { ErrorCode } from '../protocol/errors';
import { makeServiceProof } from '../protocol/service-proof';
import { LEGACY_TIMEOUT_MS } from '../protocol/wire';
import { encodeRequest } from './encode-request';
import { createExchangeDetector } from './detect-exchange';
import { readAnswer } from './read-answer';
import { AnswerTooLong, SendTimeout, send } from './send';
import { tlsOptionsOf } from './tls-options';

/** Sockets to the backend at most; further calls queue. */
export const CONNECTIONS_MAX = 64;
const KEEP_ALIVE_MS = 30_000;
/** The longest honest answer, an order with thousands of entries, is far below. */
const ANSWER_BYTES_MAX = 4 * 1024 * 1024;
/** A read whose kept-alive socket was closed under it is sent once more. */
const READ_TRIES = 2;

/** `caFile`: certificates (PEM) that sign the backend's, where those aren't the well-known ones. */
export type LegacyTarget = {
  baseUrl: string;
  bffKey: string;
  timeoutMs?: number;
  caFile?: string | null;
  /** Whether it is an exchange of ours, which takes proofs of the key, and as POST what carries secrets; unless it is said, the backend is asked. */
  isOurs?: boolean;
};
export type LegacyContext = {
  /** Cookie header of the user's session at the backend. */
  upstream?: string | undefined;
  ip?: string | null | undefined;
  signal?: AbortSignal | undefined;
  /** The answer's session is sealed: a change of what protects the account may give another token. */
  takesToken?: true;
  /** The picture of a call that takes one. */
  file?: Uint8Array | undefined;
  /** Another backend than the configured one. */
  target?: LegacyTarget;
};
/** `setCookie` is a Cookie header value when the backend started another session, else null. */
export type LegacyAnswer<C extends Call> = { answer: AnswerOf<C>; setCookie: string | null };

const pools = new Map<string, Pool>();
function poolOf(origin: string, caFile: string | null): Pool {
  const known = pools.get(origin);
  if (known !== undefined) return known;
  const pool = new Pool(origin, {
    ...{ connections: CONNECTIONS_MAX, keepAliveTimeout: KEEP_ALIVE_MS, headersTimeout: 0, bodyTimeout: 0 },
    connect: tlsOptionsOf(caFile),
  });
  pools.set(origin, pool);
  return pool;
}

/** Closes every connection to backends; for orderly ends of a process and of tests. */
export async function closeLegacyPools(): Promise<void> {
  const open = [...pools.values()];
  pools.clear();
  await Promise.all(open.map((pool) => pool.destroy()));
}

/** Returns the name=value pairs of Set-Cookie headers as one Cookie header; null when there is none that sets something. */
export function readSetCookie(header: string | string[] | undefined): string | null {
  const lines = header === undefined ? [] : Array.isArray(header) ? header : [header];
  const pairs = lines.map((line) => line.split(';')[0]?.trim() ?? '').filter((pair) => /^[^=\s]+=[^\s]+$/.test(pair));
  return pairs.length === 0 ? null : pairs.join('; ');
}

const NEVER_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT']);
const codeOf = (cause: unknown) => (typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : '');

/** Failures after which nobody can say what became of a write that was sent. */
const UNCLEAR: ReadonlySet<ErrorCode> = new Set(['LEGACY_MALFORMED', 'LEGACY_TIMEOUT', 'LEGACY_UNREACHABLE']);

/** A write that was sent and has no clear answer may have happened: with a request number it can be sent again, and counts once. */
function toOutcome(call: Call, fields: object, cause: unknown): AppError {
  const failure = toFailure(call, cause);
  const mayHaveHappened = call.effect === 'write' && 'request_id' in fields && UNCLEAR.has(failure.code) && !NEVER_SENT.has(codeOf(cause));
  return mayHaveHappened ? new AppError('OUTCOME_UNKNOWN', { detail: failure.message, cause }) : failure;
}

function toFailure(call: Call, cause: unknown): AppError {
  if (cause instanceof AppError) return cause;
  const detail = `${call.id}: ${codeOf(cause) || String(cause)}`;
  if (cause instanceof AnswerTooLong) return new AppError('LEGACY_MALFORMED', { detail, cause });
  if (cause instanceof SendTimeout) return new AppError('LEGACY_TIMEOUT', { detail, cause });
  const isUncertain = call.effect === 'write' && !NEVER_SENT.has(codeOf(cause));
  return new AppError(isUncertain ? 'LEGACY_TIMEOUT' : 'LEGACY_UNREACHABLE', { detail, cause });
}

/** Returns the backend that the settings name. */
export function configuredTarget(): LegacyTarget {
  const { legacyApiUrl: baseUrl, bffKey, legacyTimeoutMs: timeoutMs, legacyApiCaFile: caFile, isLegacyApiOurs } = getEnv();
  return { baseUrl, bffKey, timeoutMs, caFile, ...(isLegacyApiOurs !== null && { isOurs: isLegacyApiOurs }) };
}

/** The question who a backend is waits no longer for it. */
const WHO_MAX_MS = 2_000;
const findIsOurs = createExchangeDetector(Date.now);

async function isOursOf({ baseUrl, isOurs, caFile = null }: LegacyTarget, leftMs: number): Promise<boolean> {
  if (isOurs !== undefined) return isOurs;
  const { origin, pathname } = new URL(baseUrl);
  const rest = { method: 'GET', headers: { accept: 'application/json' }, body: null, bytesMax: ANSWER_BYTES_MAX } as const;
  const timeoutMs = Math.min(WHO_MAX_MS, leftMs);
  return findIsOurs(baseUrl, (path) => send(poolOf(origin, caFile), { ...rest, path: pathname.replace(/\/+$/, '') + path, timeoutMs }));
}

/**
 * Returns how a backend is spoken to, within `leftMs`: `key` is what proves the app to it, and with `isPosted` it takes as POST what carries
 * secrets.
 */
export async function detectCapabilities(target: LegacyTarget, leftMs: number): Promise<{ key: string; isPosted: boolean }> {
  const isOurs = await isOursOf(target, leftMs);
  return { key: isOurs ? makeServiceProof('app', target.bffKey, Date.now()) : target.bffKey, isPosted: isOurs };
}

/**
 * Makes one call of the catalogue at the backend and returns its data.
 *
 * @throws what `readAnswer` throws; LEGACY_TIMEOUT; LEGACY_UNREACHABLE; OUTCOME_UNKNOWN for a write that may have happened (repeat it
 * with the same request id).
 */
export async function callLegacy<C extends Call>(call: C, fields: RequestOf<C>, context: LegacyContext = {}): Promise<LegacyAnswer<C>> {
  const target = context.target ?? configuredTarget();
  const base = new URL(target.baseUrl);
  const deadline = Date.now() + (target.timeoutMs ?? LEGACY_TIMEOUT_MS);
  const { key, isPosted } = await detectCapabilities(target, deadline - Date.now());
  const { method, path, body, type } = encodeRequest(call, fields as Record<string, string | undefined>, { file: context.file, isPosted });
  // A write is finished even if the browser goes away: its outcome is remembered under the request id.
  const signal = call.effect === 'read' ? context.signal : undefined;
  const headers: Record<string, string> = { accept: 'application/json', 'x-bff-key': key };
  if (context.ip) headers['x-client-ip'] = context.ip;
  if (context.upstream) headers.cookie = context.upstream;
  if (context.takesToken) headers[TAKES_TOKEN_HEADER] = '1';
  if (type !== null) headers['content-type'] = type;
  const request = { method, path: base.pathname.replace(/\/+$/, '') + path, headers, body, bytesMax: ANSWER_BYTES_MAX, signal };
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { setCookie, ...sent } = await send(poolOf(base.origin, target.caFile ?? null), {
        ...request,
        timeoutMs: deadline - Date.now(),
      });
      return { answer: readAnswer(call, sent), setCookie: readSetCookie(setCookie) };
    } catch (cause) {
      const mayRepeat = call.effect === 'read' && attempt < READ_TRIES && ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'].includes(codeOf(cause));
      if (!mayRepeat || signal?.aborted || Date.now() >= deadline) throw toOutcome(call, fields as object, cause);
    }
  }
}
