import { z } from 'zod';
import { WIRE_REFUSALS, WIRE_STATES } from '../rules/wire';
import { coinField, decimalField, idField, isoField, requestIdField } from './shared';

const bankSchema = z.object({ holder: z.string(), name: z.string(), account: z.string(), code: z.string(), country: z.string() });
export const wireSchema = z.object({
  id: idField,
  reference: z.string(),
  currency: z.string(),
  coin: coinField,
  amount: decimalField,
  feeRate: decimalField,
  bank: bankSchema,
  state: z.enum(WIRE_STATES),
  at: isoField,
  provedAt: isoField.nullable(),
  /** What the bank's line says, and what the account received. */
  arrived: decimalField.nullable(),
  sender: z.string().nullable(),
  /** The bank names another sender than the verified name. */
  isOtherName: z.boolean(),
  fee: decimalField.nullable(),
  credited: decimalField.nullable(),
  reason: z.enum(WIRE_REFUSALS).nullable(),
  decidedAt: isoField.nullable(),
});
export const wiresQuerySchema = z.strictObject({ id: idField.optional() });
export const wiresSchema = z.object({
  /** Null: bank transfers are not offered. */
  terms: z.object({ currency: z.string(), coin: coinField, feeRate: decimalField, min: decimalField, max: decimalField }).nullable(),
  wires: z.array(wireSchema),
});
export const wireStartInputSchema = z.strictObject({ amount: decimalField, requestId: requestIdField });
export const wireCancelInputSchema = z.strictObject({ id: idField });
export type Wire = z.infer<typeof wireSchema>;
export type WireTerms = NonNullable<z.infer<typeof wiresSchema>['terms']>;
