import { z } from 'zod';
import { PRESALE_MODES, PRESALE_STATES } from '../rules/presale';
import { coinField, decimalField, idField, isoField, pageField, requestIdField } from './shared';

/** A pre-sale: `price` in USDT a token; tokens are whole; `min` and `max` for each person; `sold` is what was asked for; `vesting`: percent at the end, then parts every so many days. */
export const presaleSchema = z.object({
  id: idField,
  coin: coinField,
  price: decimalField,
  supply: z.number(),
  sold: z.number(),
  mode: z.enum(PRESALE_MODES),
  softCap: z.number(),
  min: z.number(),
  max: z.number(),
  startsAt: isoField,
  endsAt: isoField,
  state: z.enum(PRESALE_STATES),
  vesting: z.object({ first: z.number(), parts: z.number(), days: z.number() }),
  /** Names what one agrees to by buying. */
  terms: z.string().max(40).optional(),
  isSandbox: z.boolean(),
});
export type Presale = z.infer<typeof presaleSchema>;
export const presalesSchema = z.object({ presales: z.array(presaleSchema) });

/** What was asked for, in which sale (null: it isn't said); `got` and `back` (USDT) are null until the sale is settled; of `got`, `received` is delivered, and more comes at `nextAt`. */
export const presalePurchaseSchema = z.object({
  id: idField,
  presale: idField.nullable(),
  coin: coinField,
  tokens: z.number(),
  cost: decimalField,
  got: z.number().nullable(),
  back: decimalField.nullable(),
  received: z.number(),
  nextAt: isoField.nullable(),
  boughtAt: isoField,
});
export type PresalePurchase = z.infer<typeof presalePurchaseSchema>;
export const presalePurchasesQuerySchema = z.strictObject({ page: pageField });
export const presalePurchasesSchema = z.object({ purchases: z.array(presalePurchaseSchema), hasMore: z.boolean() });

export const presaleBuyInputSchema = z.strictObject({
  presale: idField,
  tokens: z
    .string()
    .regex(/^[1-9][0-9]{0,11}$/)
    .meta({ examples: ['10'] }),
  terms: z.string().max(40).optional(),
  requestId: requestIdField,
});
export const presaleBoughtSchema = z.object({ id: idField, coin: coinField, tokens: z.number(), cost: decimalField, boughtAt: isoField });
export type PresaleBought = z.infer<typeof presaleBoughtSchema>;
