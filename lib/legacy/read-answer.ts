import { z } from 'zod';
import { AppError } from '../errors/app-error';
import type { AnswerOf, Call } from '../protocol/define-call';
import { ERRORS, type ErrorCode } from '../protocol/errors';
import { coerce } from './coerce';
import { NumberText, readJsonText } from './json-text';
import { findCodeOfText, isLoginText } from './known-texts';
import { toStepUpValues } from './step-up-values';
import { sanitizeValues, sanitizeMessage } from './sanitize-message';

/** What of an unreadable body goes to the log. */
const DETAIL_LENGTH_MAX = 300;
/** What of the message of a success is kept. */
const MESSAGE_LENGTH_MAX = 300;
/** Codes that only the app itself may say, of a backend or of its own fault: none of them is a backend's refusal. */
const OWN_CODES: ReadonlySet<ErrorCode> = new Set([
  'LEGACY_UNREACHABLE',
  'LEGACY_TIMEOUT',
  'LEGACY_MALFORMED',
  'LEGACY_UNKNOWN',
  'OUTCOME_UNKNOWN',
  'ORIGIN_REFUSED',
]);

const envelopeSchema = z.looseObject({
  code: z.string().optional().catch(undefined),
  params: z.record(z.string(), z.string()).optional().catch(undefined),
  need: z.string().optional().catch(undefined),
});
type Envelope = z.infer<typeof envelopeSchema>;

const plain = (value: unknown) => (value instanceof NumberText ? value.digits : value);

/** Returns plain words from a backend's message: no markup, no control characters, bounded. */
export function toPlainText(value: unknown): string {
  if (typeof value !== 'string') return '';
  return value
    .replace(/<[^<>]*>/g, ' ')
    .replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MESSAGE_LENGTH_MAX);
}

function malformed(call: Call, body: string, why: string): AppError {
  return new AppError('LEGACY_MALFORMED', { detail: `${call.id}: ${why}: ${body.slice(0, DETAIL_LENGTH_MAX)}` });
}

function refusal(call: Call, envelope: Envelope, httpStatus: number): AppError {
  const { code, params, need } = envelope;
  const detail = `${call.id} refused with HTTP ${httpStatus}`;
  // The backend's own fault is no fault of ours, and it doesn't know what it did.
  if (code === 'INTERNAL') return new AppError('LEGACY_UNREACHABLE', { detail: `${call.id}: the backend failed` });
  if (code !== undefined && Object.hasOwn(ERRORS, code) && !OWN_CODES.has(code as ErrorCode)) {
    const shown = code === 'STEP_UP_REQUIRED' ? toStepUpValues(params) : sanitizeValues(params);
    return new AppError(code as ErrorCode, { detail, ...(shown ? { params: shown } : {}) });
  }
  if (need === 'totp') return new AppError('TWO_FACTOR_REQUIRED', { detail });
  const said = toPlainText(envelope.info) || toPlainText(envelope.url) || toPlainText(envelope.msg);
  const known = findCodeOfText(said);
  if (known !== null) return new AppError(known, { detail });
  // A backend that broke doesn't know what it did: only a request that it understood can be called refused.
  if (httpStatus >= 500) return readHttpFailure(call, httpStatus, said);
  const message = sanitizeMessage(envelope.info) || sanitizeMessage(envelope.url) || sanitizeMessage(envelope.msg);
  return new AppError('LEGACY_UNKNOWN', { detail: `${detail}: ${said}`, ...(message === '' ? {} : { message }) });
}

function readHttpFailure(call: Call, status: number, body: string): AppError {
  if (status === 401) return new AppError('SESSION_REQUIRED', { detail: `${call.id}: HTTP 401` });
  if (status === 429) return new AppError('RATE_LIMITED', { detail: `${call.id}: HTTP 429` });
  if (status === 404 && call.number === null) return new AppError('FEATURE_NOT_OFFERED', { detail: `${call.id}: HTTP 404` });
  if (status === 502 || status === 503 || status === 504)
    return new AppError('LEGACY_UNREACHABLE', { detail: `${call.id}: HTTP ${status}` });
  return malformed(call, body, `HTTP ${status}`);
}

/**
 * Returns the data of a backend's answer, strictly in the shape of the catalogue, or throws the refusal that it carries. Recorded examples
 * of what real backends send stand in `recorded/`.
 *
 * @throws the backend's refusal by code, SESSION_REQUIRED, LEGACY_UNKNOWN with its words, or LEGACY_MALFORMED. Never takes a failure for success.
 */
export function readAnswer<C extends Call>(call: C, { status: httpStatus, body }: { status: number; body: string }): AnswerOf<C> {
  const json = readJsonText(body);
  const parsed = typeof json === 'object' && json !== null && !Array.isArray(json) ? envelopeSchema.safeParse(json) : null;
  const isOk = httpStatus >= 200 && httpStatus < 300;
  if (parsed === null || !parsed.success) throw isOk ? malformed(call, body, 'no envelope') : readHttpFailure(call, httpStatus, body);
  const envelope = parsed.data;
  const status = plain(envelope.status);
  if (String(plain(envelope.state)) === '401') throw new AppError('SESSION_REQUIRED', { detail: `${call.id}: state 401` });
  if (status === 0 || status === '0' || status === false) throw refusal(call, envelope, httpStatus);
  if (!isOk) throw readHttpFailure(call, httpStatus, body);
  if (status !== 1 && status !== '1' && status !== true) throw malformed(call, body, 'unknown status');
  if (typeof envelope.info === 'string' && isLoginText(envelope.info))
    throw new AppError('SESSION_REQUIRED', { detail: `${call.id}: login text` });
  const carried = call.carrier === 'url' ? (envelope.url ?? envelope.info) : envelope.info;
  const answer = call.answer.safeParse(coerceAnswer(carried, call.answer));
  if (!answer.success) {
    const issue = answer.error.issues[0];
    throw malformed(call, body, `answer.${issue?.path.join('.')}: ${issue?.message}`);
  }
  return answer.data as AnswerOf<C>;
}

/** A message of success carries no data: backends also send nothing, or an empty list, for it. */
function coerceAnswer(carried: unknown, schema: z.ZodType): unknown {
  const isMessage = (schema._zod.def as { type: string }).type === 'string';
  if (!isMessage) return coerce(carried, schema);
  return typeof carried === 'string' ? toPlainText(carried) : '';
}
