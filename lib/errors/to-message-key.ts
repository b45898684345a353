import type { ErrorCode } from '../protocol/errors';

/** Returns the key of the text for a code in the message catalogues: one text per code in the namespace `Errors`. */
export function toMessageKey(code: ErrorCode): `Errors.${ErrorCode}` {
  return `Errors.${code}`;
}
