import { z } from 'zod';
import { CLOSING_REASONS, RESTS_MAX } from '../rules/closing';
import { coinField, decimalField } from '../protocol/fields';

const restsSchema = z.array(z.object({ asset: coinField, amount: decimalField })).max(RESTS_MAX);

/** What keeps the account open; nothing: it can be closed. `rests` can't leave and are given up then, and `rewards`, in USDT, which are owed and not paid yet. */
export const closingSchema = z.object({
  reasons: z.array(z.object({ what: z.enum(CLOSING_REASONS), count: z.number().int() })),
  rests: restsSchema,
  rewards: decimalField,
});
/** The rests and rewards that the screen showed. */
export const closeAccountSchema = z.strictObject({ rests: restsSchema, rewards: decimalField.default('0') });
