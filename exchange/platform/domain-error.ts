import type { ErrorCode } from '../../lib/protocol/errors';

/** An expected refusal: the caller learns `code` and `params`, the log learns `detail`. Caught at the http border. */
export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly params: Record<string, string> | undefined;

  constructor(code: ErrorCode, options: { params?: Record<string, string>; detail?: string; cause?: unknown } = {}) {
    super(options.detail == null ? code : `${code}: ${options.detail}`, { cause: options.cause });
    this.name = 'DomainError';
    this.code = code;
    this.params = options.params;
  }
}
