import { z } from 'zod';
import { requestIdField } from './shared';

/** `write` is the id of its endpoint. */
export const requestInputSchema = z.strictObject({ write: z.string(), requestId: requestIdField });
/** `done`: it took effect once. `barred`: it never will. `none`: not so far; it may be on its way. */
export const requestOutcomeSchema = z.object({ state: z.enum(['done', 'barred', 'none']) });
export const requestBarSchema = z.object({ state: z.enum(['done', 'barred']) });
