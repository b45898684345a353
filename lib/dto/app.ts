import { z } from 'zod';
import { isoField } from './shared';

/** What the exchange behind the app offers; a feature that is not listed is hidden. `feed` is null where the backend doesn't say. `isSimulated`: market or money
 * is not real, and every screen says so. */
export const featuresSchema = z.object({
  isSandbox: z.boolean(),
  isSimulated: z.boolean(),
  feed: z.enum(['live', 'replay', 'simulation']).nullable(),
  features: z.array(z.string()),
});
export type Features = z.infer<typeof featuresSchema>;

/** `upstream` is the line to the exchange. */
export const healthSchema = z.object({ status: z.literal('ok'), upstream: z.enum(['up', 'down']) });
export type Health = z.infer<typeof healthSchema>;

export const outboxQuerySchema = z.strictObject({
  to: z
    .string()
    .trim()
    .min(3)
    .max(254)
    .meta({ examples: ['ada@mail.example'] }),
});
/** Mails that the sandbox kept instead of sending, newest first. */
export const outboxSchema = z.object({
  mails: z.array(z.object({ id: z.string(), to: z.string(), subject: z.string(), text: z.string(), at: isoField })),
});
export type Outbox = z.infer<typeof outboxSchema>;
