import { z } from 'zod';
import { ORDER_KINDS, ORDER_STATUSES, PERPETUAL_ORIGINS, POSITION_SIDES, TIMES_IN_FORCE } from '../protocol/wire';
import { ledgerEntrySchema } from './balances';
import { marketRulesSchema } from './market';
import {
  amendmentSchema,
  decimalField,
  fillCoreSchema,
  idField,
  isoField,
  marketField,
  orderCoreSchema,
  pageField,
  requestIdField,
  signedDecimalField,
} from './shared';

const leverageField = z.number().int().min(1).max(999);

/** Rates are fractions; `notionalMax` is the largest position of a tier in quote, tiers ascend by it. */
const tiersSchema = z.array(
  z.object({
    notionalMax: decimalField,
    leverageMax: z.number(),
    initialRate: decimalField,
    maintenanceRate: decimalField,
    maintenanceAmount: decimalField,
  }),
);

/** What a perpetual market asks of what is opened now. */
export const perpetualTermsSchema = marketRulesSchema.extend({
  tiers: tiersSchema,
  markClampRate: decimalField,
  liquidationFeeRate: decimalField,
  /** The most that trading may cost: what rests holds the maker's, and liquidation reckons with the taker's. */
  makerFeeRateMax: decimalField,
  takerFeeRateMax: decimalField,
  funding: z.object({ hours: z.number(), interestRate: decimalField, clampRate: decimalField, capRate: decimalField }),
});
export type PerpetualMarketTerms = z.infer<typeof perpetualTermsSchema>;

/** Prices of one perpetual market; `fundingRate` as it would be now, above zero longs pay shorts. */
export const markSchema = z.object({
  symbol: marketField,
  markPrice: decimalField,
  indexPrice: decimalField,
  fundingRate: signedDecimalField,
  nextFundingAt: isoField,
});
export type Mark = z.infer<typeof markSchema>;
export const marksSchema = z.object({ at: isoField, marks: z.array(markSchema) });

/** `positionSide` long buys contracts, short sells them. `held` is what the open rest keeps of the available balance. */
export const perpetualOrderSchema = orderCoreSchema.extend({
  side: z.enum(POSITION_SIDES),
  kind: z.enum(ORDER_KINDS),
  leverage: z.number(),
  isReduceOnly: z.boolean(),
  origin: z.enum(PERPETUAL_ORIGINS),
  /** Before fees. */
  realizedPnl: signedDecimalField,
  held: decimalField,
  status: z.enum(ORDER_STATUSES),
});
export type PerpetualOrder = z.infer<typeof perpetualOrderSchema>;

/** An open position; `cost` is the exact sum of price × quantity of what is open, in quote. */
export const positionSchema = z.object({
  id: idField,
  symbol: marketField,
  side: z.enum(POSITION_SIDES),
  quantity: decimalField,
  cost: decimalField,
  margin: decimalField,
  leverage: z.number(),
  liquidationPrice: decimalField.nullable(),
  bankruptcyPrice: decimalField.nullable(),
  takeProfit: decimalField.nullable(),
  stopLoss: decimalField.nullable(),
  /** The part of a market's terms that it was opened under, null: what is in force. */
  terms: z.object({ tiers: tiersSchema, liquidationFeeRate: decimalField }).nullable(),
  realizedPnl: signedDecimalField,
  fee: decimalField,
  /** Below zero was paid. */
  funding: signedDecimalField,
  openedAt: isoField,
  updatedAt: isoField,
});
export type Position = z.infer<typeof positionSchema>;
export const positionsSchema = z.object({ positions: z.array(positionSchema) });
/** As a write answers with it: what it goes by is in the lists alone. */
export const changedPositionSchema = positionSchema.omit({ terms: true });
export type ChangedPosition = z.infer<typeof changedPositionSchema>;
export const positionAnswerSchema = z.object({ position: changedPositionSchema });

/** What a user has in one perpetual market, and of its quote asset; `margin` is that of all positions. */
export const perpetualOpenSchema = z.object({
  orders: z.array(perpetualOrderSchema),
  positions: z.array(positionSchema),
  available: decimalField,
  held: decimalField,
  margin: decimalField,
});
export type PerpetualOpen = z.infer<typeof perpetualOpenSchema>;

export const placePerpetualInputSchema = z.strictObject({
  symbol: marketField,
  side: z.enum(POSITION_SIDES),
  kind: z.enum(ORDER_KINDS),
  price: decimalField.optional(),
  quantity: decimalField,
  leverage: leverageField,
  timeInForce: z.enum(TIMES_IN_FORCE).optional(),
  isReduceOnly: z.boolean().optional(),
  takeProfit: decimalField.optional(),
  stopLoss: decimalField.optional(),
  requestId: requestIdField,
});
export type PlacePerpetualInput = z.infer<typeof placePerpetualInputSchema>;
export const placedPerpetualSchema = z.object({ order: perpetualOrderSchema, position: changedPositionSchema.nullable() });
export const amendedPerpetualSchema = z.object({ order: perpetualOrderSchema, kept: z.boolean() });
export const perpetualOrderAnswerSchema = z.object({ order: perpetualOrderSchema });

/** `quantity` left out closes all of it. */
export const closePositionInputSchema = z.strictObject({
  positionId: idField,
  quantity: decimalField.optional(),
  requestId: requestIdField,
});
export const changeMarginInputSchema = z.strictObject({
  positionId: idField,
  change: z.enum(['add', 'remove']),
  amount: decimalField,
  requestId: requestIdField,
});
export const changeLeverageInputSchema = z.strictObject({ positionId: idField, leverage: leverageField, requestId: requestIdField });
/** Null is no trigger. */
export const changeTriggersInputSchema = z.strictObject({
  positionId: idField,
  takeProfit: decimalField.nullable(),
  stopLoss: decimalField.nullable(),
  requestId: requestIdField,
});

export const perpetualOrdersSchema = z.object({ orders: z.array(perpetualOrderSchema), hasMore: z.boolean() });
export const perpetualFillSchema = fillCoreSchema.extend({ realizedPnl: signedDecimalField });
export const perpetualOrderDetailSchema = z.object({
  order: perpetualOrderSchema,
  fills: z.array(perpetualFillSchema),
  entries: z.array(ledgerEntrySchema),
  /** Oldest first. */
  amendments: z.array(amendmentSchema),
});
export type PerpetualOrderDetail = z.infer<typeof perpetualOrderDetailSchema>;

/** `margin` is the most that was in it, `realizedPnl` before fee and funding, `reason` what closed it. */
export const closedPositionSchema = z.object({
  id: idField,
  symbol: marketField,
  side: z.enum(POSITION_SIDES),
  quantity: decimalField,
  entryPrice: decimalField,
  openedAt: isoField,
  exitPrice: decimalField,
  closedAt: isoField,
  margin: decimalField,
  fee: decimalField,
  funding: signedDecimalField,
  realizedPnl: signedDecimalField,
  reason: z.enum(PERPETUAL_ORIGINS),
});
export type ClosedPosition = z.infer<typeof closedPositionSchema>;
export const closedPositionsQuerySchema = z.strictObject({ page: pageField });
export const closedPositionsSchema = z.object({ positions: z.array(closedPositionSchema), hasMore: z.boolean() });

export const perpetualPagesQuerySchema = z.strictObject({ symbol: marketField.optional(), page: pageField });
export const fundingRatesQuerySchema = z.strictObject({ symbol: marketField, page: pageField });
/** `skipped` where nobody paid. */
export const fundingRatesSchema = z.object({
  rates: z.array(
    z.object({
      at: isoField,
      rate: signedDecimalField,
      markPrice: decimalField,
      premium: signedDecimalField,
      samples: z.number(),
      skipped: z.enum(['no_prints']).nullable(),
    }),
  ),
  hasMore: z.boolean(),
});
export type FundingRates = z.infer<typeof fundingRatesSchema>;
export const fundingPaymentSchema = z.object({
  id: idField,
  at: isoField,
  symbol: marketField,
  positionId: idField,
  side: z.enum(POSITION_SIDES),
  quantity: decimalField,
  markPrice: decimalField,
  rate: signedDecimalField,
  amount: signedDecimalField,
  journalId: idField,
});
export const fundingPaymentsSchema = z.object({ payments: z.array(fundingPaymentSchema), hasMore: z.boolean() });
export type FundingPayment = z.infer<typeof fundingPaymentSchema>;

/** One liquidation: what was due at which mark, where the contracts went, and what came back. */
export const liquidationSchema = z.object({
  id: idField,
  at: isoField,
  symbol: marketField,
  positionId: idField,
  side: z.enum(POSITION_SIDES),
  quantity: decimalField,
  quantityLeft: decimalField,
  markPrice: decimalField,
  print: z.number(),
  liquidationPrice: decimalField,
  bankruptcyPrice: decimalField,
  quantityByBook: decimalField,
  quantityByFund: decimalField,
  quantityByOthers: decimalField,
  averagePrice: decimalField.nullable(),
  fee: decimalField,
  lost: decimalField,
  returned: decimalField,
  orderId: idField.nullable(),
});
export type Liquidation = z.infer<typeof liquidationSchema>;
export const liquidationsSchema = z.object({ liquidations: z.array(liquidationSchema), hasMore: z.boolean() });
