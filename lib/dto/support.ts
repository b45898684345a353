import { z } from 'zod';
import { SUBJECT_PATTERN, SUPPORT_TEXT_MAX } from '../rules/support';
import { pictureIdField } from '../protocol/files';
import { idField, isoField, requestIdField } from './shared';

const aboutField = z
  .string()
  .regex(SUBJECT_PATTERN)
  .meta({ examples: ['withdrawal:12'] });

export const supportLineSchema = z.object({
  id: idField,
  from: z.enum(['user', 'operator']),
  text: z.string(),
  at: isoField,
  about: aboutField.nullable(),
  /** The id of a picture that came with it. */
  picture: pictureIdField.nullable(),
});
export type SupportLine = z.infer<typeof supportLineSchema>;

export const supportQuerySchema = z.strictObject({ after: idField.optional() });
/** Lines newest first. `answerSeconds` is the median of the last 7 days; `promisedAt` null while nobody waits; `toRate` the question to rate. */
export const supportSchema = z.object({
  lines: z.array(supportLineSchema),
  next: idField.nullable(),
  unread: z.number().int(),
  answerSeconds: z.number().int().nullable(),
  promisedAt: isoField.nullable(),
  toRate: idField.nullable(),
});
export const supportSendInputSchema = z.strictObject({
  text: z.string().trim().min(1).max(SUPPORT_TEXT_MAX),
  about: aboutField.optional(),
  picture: pictureIdField.optional(),
  requestId: requestIdField,
});
export const supportReadInputSchema = z.strictObject({});
export const supportRateInputSchema = z.strictObject({ id: idField, stars: z.enum(['1', '2', '3', '4', '5']) });
export const supportDoneSchema = z.object({ done: z.literal(true) });
export const supportUnreadSchema = z.object({ unread: z.number().int() });
