import type { Call } from '../../lib/protocol/define-call';
import { ERRORS } from '../../lib/protocol/errors';
import { DomainError } from '../platform/domain-error';

export type Envelope = Record<string, unknown> & { status: 0 | 1 };

/** Returns the legacy envelope of an answer: `info` carries it, or `url` for market rows. */
export function writeAnswer(call: Call, answer: unknown): Envelope {
  return call.carrier === 'url' ? { status: 1, info: '', url: answer } : { status: 1, info: answer, url: '' };
}

/** Returns the legacy envelope of a refusal. `code` and `params` are ours; `state` 401 says that the session is gone. */
export function writeRefusal(error: DomainError): Envelope {
  const { code, params } = error;
  return {
    ...(code === 'SESSION_REQUIRED' || code === 'SESSION_EXPIRED' ? { state: 401 } : {}),
    status: 0,
    info: ERRORS[code].text,
    url: '',
    code,
    ...(params == null ? {} : { params }),
    ...(code === 'TWO_FACTOR_REQUIRED' ? { need: 'totp' } : {}),
  };
}

/** Returns the refusal that stands for any error: its own, or INTERNAL without a word of detail. */
export function toRefusal(error: unknown): DomainError {
  return error instanceof DomainError ? error : new DomainError('INTERNAL', { cause: error });
}
