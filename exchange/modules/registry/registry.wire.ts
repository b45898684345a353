import { z } from 'zod';
import { compareDecimals } from '../../../lib/rules/decimal';

const line = z.string().trim().min(1).max(140);
const whole = z.string().regex(/^[1-9][0-9]{0,6}$/, { abort: true });
export const wireTerms = z
  .strictObject({
    /** One unit of the currency is one unit of the asset. */
    currency: z.literal('USD'),
    asset: z.literal('USDT'),
    /** A fraction with so few digits that of whole cents nothing is ever rounded. */
    feeRate: z.string().regex(/^0(\.[0-9]{1,6})?$/, { abort: true }),
    min: whole,
    max: whole,
    /** Where to send it; null: not offered. */
    bank: z.strictObject({ holder: line, name: line, account: line, code: line, country: line }).nullable(),
  })
  .refine(({ min, max }) => compareDecimals(min, max) <= 0, 'the smallest amount is above the largest');

export type WireTerms = z.infer<typeof wireTerms>;
