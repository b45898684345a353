import { z } from 'zod';
import { RECORD_TYPES } from '../protocol/balances';
import {
  BOOK_KINDS,
  LIST_DAYS_MAX,
  OPTION_RESULTS,
  ORDER_SIDES,
  PERPETUAL_LISTED_KINDS,
  PERPETUAL_ORIGINS,
  SPOT_ORDER_KINDS,
} from '../protocol/wire';
import { closedPositionSchema, fundingPaymentSchema, liquidationSchema, perpetualOrderSchema } from './perpetual';
import { ledgerEntrySchema } from './balances';
import { coinField, decimalField, idField, isoField, marketField, signedDecimalField } from './shared';
import { contractSchema } from './options';
import { orderSchema } from './spot';

const DAY_MS = 86_400_000;

/** From (included) to (excluded), no longer than `LIST_DAYS_MAX` days. */
export const rangeFields = { from: isoField.optional(), to: isoField.optional() };

/** Tells whether a range is one: it isn't empty, and not longer than lists look back. */
export function isRange({ from, to }: { from?: string | undefined; to?: string | undefined }): boolean {
  const [start, end] = [Date.parse(from ?? ''), Date.parse(to ?? '')];
  if ((from !== undefined && !(start > 0)) || (to !== undefined && !(end > 0))) return false;
  return from === undefined || to === undefined || (end > start && end - start <= LIST_DAYS_MAX * DAY_MS);
}

const rangeError = { path: ['to'], error: 'no range' };
const orderListFields = { ...rangeFields, symbol: marketField.optional() };
export const spotListFields = { ...orderListFields, kind: z.enum(SPOT_ORDER_KINDS).optional() };
export const perpetualListFields = { ...orderListFields, kind: z.enum(PERPETUAL_LISTED_KINDS).optional() };

export const spotListQuerySchema = z.strictObject({ ...spotListFields, after: idField.optional() }).refine(isRange, rangeError);
export const perpetualListQuerySchema = z.strictObject({ ...perpetualListFields, after: idField.optional() }).refine(isRange, rangeError);
/** `next` null is the end; a page may be short, even empty, and have a next one. */
export const spotListSchema = z.object({ orders: z.array(orderSchema), next: idField.nullable() });
export const perpetualListSchema = z.object({ orders: z.array(perpetualOrderSchema), next: idField.nullable() });

/** `kind`: what closed it. */
export const closedListFields = { ...orderListFields, kind: z.enum(PERPETUAL_ORIGINS).optional() };
export const marketListFields = orderListFields;
export const closedListQuerySchema = z.strictObject({ ...closedListFields, after: idField.optional() }).refine(isRange, rangeError);
export const marketListQuerySchema = z.strictObject({ ...marketListFields, after: idField.optional() }).refine(isRange, rangeError);
export const closedListSchema = z.object({ positions: z.array(closedPositionSchema), next: idField.nullable() });
export const paymentListSchema = z.object({ payments: z.array(fundingPaymentSchema), next: idField.nullable() });
export const liquidationListSchema = z.object({ liquidations: z.array(liquidationSchema), next: idField.nullable() });

/** `kind`: how it ended. */
export const contractListFields = { ...orderListFields, kind: z.enum(OPTION_RESULTS).optional() };
export const contractListQuerySchema = z.strictObject({ ...contractListFields, after: idField.optional() }).refine(isRange, rangeError);
export const contractListSchema = z.object({ contracts: z.array(contractSchema), next: idField.nullable() });

export const recordListFields = { ...orderListFields, type: z.enum(RECORD_TYPES).optional(), asset: coinField.optional() };
export const recordListQuerySchema = z.strictObject({ ...recordListFields, after: idField.optional() }).refine(isRange, rangeError);
/** What one journal did: its lines of the account. */
export const recordSchema = z.object({
  journalId: idField,
  at: isoField,
  type: z.string(),
  entries: z.array(ledgerEntrySchema.pick({ id: true, asset: true, amount: true, balance: true, part: true })).min(1),
});
export type AccountRecord = z.infer<typeof recordSchema>;

const amountSchema = z.object({ asset: coinField, amount: signedDecimalField });
/** What the owner did; `changes` are signed and say what all of it came to, `reference` where all of it is found. */
export const actSchema = z.object({
  id: z.string(),
  at: isoField,
  type: z.string(),
  reference: z.string(),
  order: z
    .object({
      kind: z.enum(BOOK_KINDS),
      ids: z.array(idField).min(1),
      symbol: marketField,
      side: z.enum(ORDER_SIDES),
      quantity: decimalField,
      filled: decimalField,
      isOpen: z.boolean(),
    })
    .nullable(),
  changes: z.array(amountSchema),
  held: z.array(amountSchema),
  back: amountSchema.nullable(),
  fee: z.object({ asset: coinField, amount: decimalField }).nullable(),
});
export type AccountAct = z.infer<typeof actSchema>;
/** An act may be on two pages: the first one counts. */
export const actListSchema = z.object({ acts: z.array(actSchema), next: idField.nullable() });
