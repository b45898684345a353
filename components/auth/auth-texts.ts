import type { Messages } from '@/lib/i18n/catalogue';
import { ApiError } from '@/lib/query/api-client';
import { fill } from './enter-app';

/** Public pages: their texts come as props, so that no catalogue is sent to the browser beyond them. */
export type AuthTexts = Messages['Auth'];
export type ErrorTexts = Messages['Errors'];

/** One calm sentence for whatever a call threw. */
export function errorSentence(error: unknown, errors: ErrorTexts): string {
  if (!(error instanceof ApiError)) return errors.LEGACY_UNREACHABLE;
  if (error.code === 'LEGACY_UNKNOWN' && error.upstreamMessage) return error.upstreamMessage;
  return fill(errors[error.code] ?? errors.INTERNAL, error.params);
}
