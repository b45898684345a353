import { z } from 'zod';
import { decimalField } from './fields';

/** Ascending by `max`, the largest notional value of the tier in quote; `amount` is its maintenance amount. Rates are fractions. */
export const tierFields = z
  .array(
    z.object({
      max: decimalField,
      leverage: z.number().int().positive(),
      initial: decimalField,
      maintenance: decimalField,
      amount: decimalField,
    }),
  )
  .min(1)
  .max(20);
