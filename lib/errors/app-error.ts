import type { ErrorCode } from '../protocol/errors';
import { isMarked, mark } from './own-kind';

export type AppErrorOptions = {
  /** Values for the placeholders of the text that the user sees. */
  params?: Record<string, string>;
  /** The input that was wrong. */
  field?: string;
  /** The backend's own words, plain text, for codes without better ones. */
  message?: string;
  /** For the log only, never sent. */
  detail?: string;
  cause?: unknown;
};

const KIND = 'app-error';

/** A refusal that a user may see, named by its code; the text is chosen where it is shown. */
export class AppError extends Error {
  /** `instanceof` knows the errors of every bundle of this process: pages, handlers and middleware share their reads. */
  static override [Symbol.hasInstance](value: unknown): value is AppError {
    return isMarked(value, KIND);
  }
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly params: Record<string, string> | undefined;
  readonly field: string | undefined;
  readonly upstreamMessage: string | undefined;
  readonly detail: string | undefined;

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    super(options.detail === undefined ? code : `${code}: ${options.detail}`, { cause: options.cause });
    mark(this, KIND);
    this.code = code;
    this.params = options.params;
    this.field = options.field;
    this.upstreamMessage = options.message;
    this.detail = options.detail;
  }
}

/** Whether the error says that nobody is signed in (any more). */
export function isSessionLoss(error: unknown): error is AppError {
  return error instanceof AppError && (error.code === 'SESSION_REQUIRED' || error.code === 'SESSION_EXPIRED');
}
