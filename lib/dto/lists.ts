import { z } from 'zod';
import { RECORD_TYPES } from '../protocol/balances';
import { LIST_DAYS_MAX, PERPETUAL_LISTED_KINDS, PERPETUAL_ORIGINS, SPOT_ORDER_KINDS } from '../protocol/wire';
import { closedPositionSchema, fundingPaymentSchema, liquidationSchema, perpetualOrderSchema } from './perpetual';
import { ledgerEntrySchema } from './balances';
import { coinField, decimalField, idField, isoField, marketField } from './shared';
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

export const recordListFields = { ...orderListFields, type: z.enum(RECORD_TYPES).optional(), asset: coinField.optional() };
export const recordListQuerySchema = z.strictObject({ ...recordListFields, after: idField.optional() }).refine(isRange, rangeError);
/** What one journal did: its lines of the account, and the fee that was kept from what came in. */
export const recordSchema = z.object({
  journalId: idField,
  at: isoField,
  type: z.string(),
  reference: z.string(),
  fee: z.object({ asset: coinField, amount: decimalField }).nullable(),
  entries: z.array(ledgerEntrySchema.pick({ id: true, asset: true, amount: true, balance: true, part: true })).min(1),
});
export type AccountRecord = z.infer<typeof recordSchema>;
export const recordListSchema = z.object({ records: z.array(recordSchema), next: idField.nullable() });
