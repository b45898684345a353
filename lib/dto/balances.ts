import { z } from 'zod';
import { RECORD_TYPES } from '../protocol/balances';
import { BALANCE_RANGES, BOOK_KINDS } from '../protocol/wire';
import { coinField, decimalField, idField, isoField, modeField, pageField, requestIdField, signedDecimalField } from './shared';

export const balanceSchema = z.object({
  asset: coinField,
  available: decimalField,
  locked: decimalField,
  /** Of open perpetual positions. */
  margin: decimalField,
  total: decimalField,
  valueUsdt: decimalField,
});
export type Balance = z.infer<typeof balanceSchema>;
export const balancesSchema = z.object({ mode: modeField, totalUsdt: decimalField, balances: z.array(balanceSchema) });
export type Balances = z.infer<typeof balancesSchema>;

export const reservedQuerySchema = z.strictObject({ asset: coinField });
/** What of a coin is reserved, by what for; largest first. */
export const reservedSchema = z.object({
  rows: z.array(z.object({ purpose: z.string(), amount: decimalField, until: isoField.nullable() })),
});

/** Rates are fractions; `rateTable` rows are daily rates by amount in USDT, `days` those of their term, null where the backend doesn't say. */
export const homeSchema = z.object({
  userId: idField,
  mode: modeField,
  totalUsdt: decimalField,
  usdt: decimalField,
  usdc: decimalField,
  todayProfit: signedDecimalField,
  todayProfitRate: signedDecimalField,
  /** What it came of, in USDT, adding up to it; null where the backend doesn't say. */
  todayByProduct: z
    .object({ coins: signedDecimalField, perpetual: signedDecimalField, seconds: signedDecimalField, earn: signedDecimalField })
    .nullable(),
  hostingProfit: signedDecimalField,
  /** The part of the balance that is pledged. */
  pledgeRate: decimalField,
  ethPrice: decimalField,
  ethChangeRate: signedDecimalField,
  rateTable: z.array(
    z.object({
      days: z.number().nullable(),
      amountMin: decimalField,
      amountMax: decimalField,
      rateMin: decimalField,
      rateMax: decimalField,
    }),
  ),
});
export type Home = z.infer<typeof homeSchema>;

export const balanceHistoryQuerySchema = z.strictObject({ range: z.enum(BALANCE_RANGES) });
/** What all balances were worth in USDT, oldest first. */
export const balanceHistorySchema = z.object({ points: z.array(z.object({ at: isoField, value: decimalField })) });

export const recordsQuerySchema = z.strictObject({
  type: z.enum(RECORD_TYPES).optional(),
  asset: coinField.optional(),
  page: pageField,
  reference: z.string().max(80).optional(),
  of: z.enum(BOOK_KINDS).optional(),
});
/** One ledger line of the user: `amount` is signed, `balance` is the part named by `part` afterwards. */
export const ledgerEntrySchema = z.object({
  id: z.string(),
  journalId: idField,
  at: isoField,
  type: z.string(),
  asset: coinField,
  amount: signedDecimalField,
  balance: decimalField,
  part: z.enum(['available', 'locked', 'margin']),
  reference: z.string(),
});
export type LedgerEntry = z.infer<typeof ledgerEntrySchema>;
export const recordsSchema = z.object({ entries: z.array(ledgerEntrySchema), hasMore: z.boolean() });

export const faucetInputSchema = z.strictObject({ asset: coinField, requestId: requestIdField });
export const topUpInputSchema = z.strictObject({ requestId: requestIdField });
export const creditedSchema = z.object({ asset: coinField, amount: decimalField });
