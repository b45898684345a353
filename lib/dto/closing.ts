import { z } from 'zod';
import { CLOSING_REASONS } from '../rules/closing';

/** What keeps the account open; nothing: it can be closed. */
export const closingSchema = z.object({ reasons: z.array(z.object({ what: z.enum(CLOSING_REASONS), count: z.number().int() })) });
