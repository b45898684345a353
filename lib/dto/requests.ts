import { z } from 'zod';
import { NUMBERED_WRITES, type NumberedWrite } from './numbered-writes';
import { requestIdField } from './shared';

export const requestInputSchema = z.strictObject({
  write: z.enum(Object.keys(NUMBERED_WRITES) as [NumberedWrite, ...NumberedWrite[]]),
  requestId: requestIdField,
});
/** `done`: it took effect once. `barred`: it never will. `none`: not so far; it may be on its way. */
export const requestOutcomeSchema = z.object({ state: z.enum(['done', 'barred', 'none']) });
export const requestBarSchema = z.object({ state: z.enum(['done', 'barred']) });
export type RequestOutcome = z.infer<typeof requestOutcomeSchema>;
export type RequestBar = z.infer<typeof requestBarSchema>;
