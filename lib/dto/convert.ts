import { z } from 'zod';
import { quoteIdField } from '../protocol/convert';
import { coinField, decimalField, isoField, requestIdField } from './shared';

const referenceField = z
  .string()
  .min(1)
  .max(80)
  .meta({ examples: ['convert:quote-00000000000001:0'] });

/** What can be converted and what it costs: rates as fractions, values in USDT. A coin that isn't open has no confirmed price right now. */
export const convertTermsSchema = z.object({
  spreadRate: decimalField,
  feeRate: decimalField,
  valueMin: decimalField,
  valueMax: decimalField,
  smallMax: decimalField,
  coins: z.array(z.object({ asset: coinField, isOpen: z.boolean(), spreadRate: decimalField, price: decimalField.nullable() })),
});
export type ConvertTerms = z.infer<typeof convertTermsSchema>;

const asked = { from: coinField, to: coinField, amount: decimalField };
export const convertQuoteInputSchema = z.strictObject(asked);
/** `price` is in `to` for one of `from` before the fee; fee and received are in `to`. */
const quoted = { ...asked, price: decimalField, fee: decimalField, received: decimalField };
export const convertQuoteSchema = z.object({ ...quoted, id: quoteIdField, expiresAt: isoField });

export const convertInputSchema = z.strictObject({ ...asked, quoteId: quoteIdField, requestId: requestIdField });
export const convertedSchema = z.object({ ...quoted, reference: z.string() });
export type Converted = z.infer<typeof convertedSchema>;

/** `id` is null where there is nothing small. */
export const smallQuoteSchema = z.object({
  id: quoteIdField.nullable(),
  expiresAt: isoField.nullable(),
  lines: z.array(z.object(quoted)),
  received: decimalField,
});
export const convertSmallInputSchema = z.strictObject({ quoteId: quoteIdField, requestId: requestIdField });
export const smallConvertedSchema = z.object({ lines: z.array(convertedSchema), received: decimalField });

export const conversionQuerySchema = z.strictObject({ reference: referenceField });
/** What was converted, with all that its amounts were made from; the indexes are in USDT. */
export const conversionSchema = z.object({
  ...quoted,
  fromIndex: decimalField,
  toIndex: decimalField,
  spreadRate: decimalField,
  feeRate: decimalField,
  quotedAt: isoField,
  at: isoField,
});
export type Conversion = z.infer<typeof conversionSchema>;
