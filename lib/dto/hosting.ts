import { z } from 'zod';
import { HOSTING_STATES } from '../protocol/wire';
import { recordSchema } from './lists';
import { coinField, decimalField, idField, isoField, marketField, pageField, requestIdField, signedDecimalField } from './shared';

const bookState = z.enum(['live', 'stopping', 'stopped']);
/** Rules as they are published: fractions, `orderMax` in USDT. */
export const hostingRulesSchema = z.object({
  markets: z.array(z.string()),
  enterRate: decimalField,
  leaveRate: decimalField,
  shareMax: decimalField,
  cashShare: decimalField,
  marginLine: decimalField,
  driftRate: decimalField,
  orderMax: decimalField,
  stopRate: decimalField,
  staleMs: z.number(),
});

/** A plan. Rates are fractions, `left` what can still be put in, a day of the plan is `dayMs` long. */
export const hostingPlanSchema = z.object({
  id: idField,
  asset: coinField,
  days: z.number(),
  dayMs: z.number(),
  amountMin: decimalField,
  amountMax: decimalField,
  left: decimalField,
  feeRate: decimalField,
  exitRate: decimalField,
  isSandbox: z.boolean(),
  nextAt: isoField.nullable(),
  state: bookState,
  since: isoField,
  rules: hostingRulesSchema,
  /** Names what one agrees to by hosting. */
  terms: z.string().max(40).optional(),
});
export type HostingPlan = z.infer<typeof hostingPlanSchema>;
export const hostingPlansSchema = z.object({ plans: z.array(hostingPlanSchema) });

/** In USDT: worth now, what the newest day brought, all income. */
export const hostingTotalsSchema = z.object({ worth: decimalField, dayIncome: signedDecimalField, income: signedDecimalField });
export type HostingTotals = z.infer<typeof hostingTotalsSchema>;

/** What is hosted; income is after the fee and may be negative. */
export const hostedSchema = z.object({
  id: idField,
  plan: idField,
  asset: coinField,
  principal: decimalField,
  days: z.number(),
  dayMs: z.number(),
  worth: decimalField,
  dayIncome: signedDecimalField,
  income: signedDecimalField,
  paid: decimalField,
  fees: decimalField,
  returned: decimalField,
  exitRate: decimalField,
  state: z.enum(HOSTING_STATES),
  askedAt: isoField,
  begunAt: isoField.nullable(),
  endsAt: isoField.nullable(),
  nextAt: isoField.nullable(),
  overAt: isoField.nullable(),
  /** Its newest days, newest first; income is after the fee. */
  lines: z.array(z.object({ day: z.number(), at: isoField, income: signedDecimalField, paid: decimalField, fee: decimalField })),
});
export type Hosted = z.infer<typeof hostedSchema>;
export const hostedQuerySchema = z.strictObject({ state: z.enum(['all', 'running', 'complete']).optional(), page: pageField });
export const hostedListSchema = z.object({ hosted: z.array(hostedSchema), hasMore: z.boolean() });

export const hostInputSchema = z.strictObject({
  plan: idField,
  asset: coinField,
  amount: decimalField,
  terms: z.string().max(40).optional(),
  requestId: requestIdField,
});
export const leaveHostingInputSchema = z.strictObject({ id: idField, requestId: requestIdField });
export const hostingDoneSchema = z.object({ message: z.string() });

export const hostingBookQuerySchema = z.strictObject({ plan: idField });
const recordFields = {
  days: z.number(),
  result: signedDecimalField,
  largestFall: signedDecimalField,
  worstDay: signedDecimalField,
  losingDays: decimalField,
  btc: signedDecimalField.nullable(),
};
/** What a book made in USDT: `trading` is what prices made of coins and shorts, before fees. */
const madeSchema = z.object({ trading: signedDecimalField, funding: signedDecimalField, fees: decimalField, result: signedDecimalField });
export type HostingMade = z.infer<typeof madeSchema>;
/** The value of a unit, and of one USDT that was put into bitcoin when the units began at one. */
const pointSchema = z.object({ at: isoField, unitValue: decimalField, btc: decimalField.nullable() });
export type HostingPoint = z.infer<typeof pointSchema>;
/** A day of a book: `units` is how many there were, `change` what it made of one (a fraction), `joined`, `paid`, `fees` and `returned` moved at its value. In USDT. */
export const hostingDaySchema = z.object({
  day: z.number(),
  at: isoField,
  unitValue: decimalField,
  units: decimalField.nullable(),
  change: signedDecimalField,
  value: decimalField,
  cash: decimalField,
  margin: decimalField,
  coins: z.array(z.object({ asset: coinField, quantity: decimalField, index: decimalField, value: decimalField })),
  /** `cost` is what the quantity was entered at, `result` what it would realise at the mark. */
  open: z.array(
    z.object({
      market: marketField,
      side: z.enum(['long', 'short']),
      quantity: decimalField,
      cost: signedDecimalField,
      mark: decimalField,
      result: signedDecimalField,
    }),
  ),
  made: madeSchema.nullable(),
  joined: decimalField,
  paid: decimalField,
  fees: decimalField,
  returned: decimalField,
});
export type HostingDay = z.infer<typeof hostingDaySchema>;
export const hostingBookSchema = z.object({
  plan: idField,
  /** What it goes by, whether its plan is on offer or not; null where the backend doesn't say. */
  rules: hostingRulesSchema.nullable(),
  state: bookState,
  since: isoField,
  nextAt: isoField.nullable(),
  newest: hostingDaySchema.nullable(),
  /** The highest value that a unit had: the rule that stops a book counts from it. */
  high: decimalField.nullable(),
  /** When it began to be wound up, and when that was over. */
  stoppingAt: isoField.nullable(),
  stoppedAt: isoField.nullable(),
  /** Of all its days; null before it was counted. */
  made: madeSchema.nullable(),
  house: decimalField,
  fees: decimalField,
  record: z.object({ ...recordFields, range: z.object({ low: signedDecimalField, high: signedDecimalField }).nullable() }),
  /** What the rules made of simulated prices before the book was opened; `funding` is the rate of an interval that was taken. */
  past: z
    .object({
      funding: decimalField,
      record: z.object(recordFields),
      days: z.array(pointSchema),
    })
    .nullable(),
  /** The value of a unit, from the newest day back to the first. */
  line: z.array(pointSchema),
});
export type HostingBook = z.infer<typeof hostingBookSchema>;

/** Days are numbered from one. */
const dayField = z
  .string()
  .regex(/^[1-9][0-9]{0,8}$/)
  .meta({ examples: ['1'] });
/** Days of an open book, newest first; `next` names those that follow. */
export const hostingDaysQuerySchema = z.strictObject({ plan: idField, after: dayField.optional() });
export const hostingDaysSchema = z.object({ days: z.array(hostingDaySchema), next: dayField.nullable() });

/** Journals of an open book's account, newest first: all, those of one of its orders, or those that led to one of its days. */
export const hostingEntriesQuerySchema = z.strictObject({
  plan: idField,
  order: idField.optional(),
  day: dayField.optional(),
  after: idField.optional(),
});
export const hostingEntriesSchema = z.object({
  journals: z.array(recordSchema),
  next: idField.nullable(),
});

/** Orders of an open book, newest first; `next` names those that follow. */
export const hostingOrdersQuerySchema = z.strictObject({ plan: idField, after: idField.optional() });
export const hostingOrderSchema = z.object({
  id: idField,
  at: isoField,
  leg: z.enum(['spot', 'perpetual']),
  market: marketField,
  side: z.enum(['buy', 'sell']),
  quantity: decimalField,
  price: decimalField,
  reason: z.enum(['enter', 'leave', 'rebalance', 'margin', 'stale', 'cash', 'stop']),
  state: z.enum(['open', 'taken', 'refused']),
});
export type HostingOrder = z.infer<typeof hostingOrderSchema>;
export const hostingOrdersSchema = z.object({ orders: z.array(hostingOrderSchema), next: idField.nullable() });
