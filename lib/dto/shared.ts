import { z } from 'zod';
import { decimalField, idField, marketField, coinField, requestIdField, signedDecimalField } from '../protocol/fields';
import { ERROR_CODES, type ErrorCode } from '../protocol/errors';
import { MODES } from '../protocol/wire';

export { coinField, decimalField, idField, marketField, requestIdField, signedDecimalField };
export const modeField = z.enum(MODES);
/** ISO 8601 in UTC with milliseconds. */
export const isoField = z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{3})?Z$/);

/** What every handler answers when it refuses. `field` names the input that was wrong, where one was. */
export const errorBodySchema = z.object({
  error: z.object({
    code: z.enum(ERROR_CODES as [ErrorCode, ...ErrorCode[]]),
    params: z.record(z.string(), z.string()).optional(),
    field: z.string().optional(),
    /** The backend's own words, for codes that have no better ones (LEGACY_UNKNOWN). Plain text, never markup. */
    message: z.string().max(300).optional(),
    requestId: z.string(),
  }),
});
export type ErrorBody = z.infer<typeof errorBodySchema>;
export const doneSchema = z.object({ done: z.literal(true) });
