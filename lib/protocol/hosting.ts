import { z } from 'zod';
import { journalFields } from './balances';
import { defineCall } from './define-call';
import { coinField, decimalField, idField, marketField, millisField, pageField, signedDecimalField } from './fields';
import { rulesField } from './staking';
import { HOSTING_STATES } from './wire';

/** Plans are numbered from one. */
const planField = z
  .string()
  .regex(/^[1-9][0-9]{0,3}$/)
  .meta({ examples: ['1'] });
const COUNT = z.number().int().nonnegative();

/** Days of a hosted amount that a list brings along: the newest ones. */
export const HOSTED_DAYS_MAX = 31;

/** A hosted amount; money in its coin. */
export const hostedFields = z.object({
  id: idField,
  coin: coinField,
  num: decimalField,
  dayshouyi: signedDecimalField,
  shouyi: signedDecimalField,
  end: millisField.nullable(),
  state: z.enum(HOSTING_STATES),
  plan: idField,
  tian: COUNT,
  day: COUNT,
  worth: decimalField,
  paid: decimalField,
  fees: decimalField,
  returned: decimalField,
  exit: decimalField,
  fee: decimalField,
  asked: millisField,
  begun: millisField.nullable(),
  next: millisField.nullable(),
  over: millisField.nullable(),
  lines: z
    .array(z.object({ day: COUNT, at: millisField, income: signedDecimalField, paid: decimalField, fee: decimalField }))
    .max(HOSTED_DAYS_MAX),
});

export const hostingRecords = defineCall({
  id: 'hosting.records',
  number: 35,
  method: 'GET',
  path: '/financing/log',
  request: z.object({ state: z.enum(['all', 'running', 'complete']).optional(), page: pageField.optional() }),
  answer: z.array(hostedFields).max(200),
  errors: ['SESSION_REQUIRED', 'FEATURE_NOT_OFFERED'],
  source:
    'legacy-api #35, newest first; `dayshouyi` and `shouyi` are after the fee and may be negative, `end` is null until it has begun. Ours: `plan` and all after it; `worth` is what the units are worth, `exit` and `fee` are percent, `next` is when the book is valued next; `lines` are its newest 31 days, newest first: `income` is after the fee and may be negative',
});

/** Days of one answer, and points of the line through all of them. */
export const BOOK_DAYS_MAX = 60;
export const BOOK_POINTS_MAX = 400;
const PARTS_MAX = 30;
/** Days are numbered from one. */
const dayField = z
  .string()
  .regex(/^[1-9][0-9]{0,8}$/)
  .meta({ examples: ['1'] });

/** What a book made in USDT: prices of coins and shorts before fees, funding, the fees of its orders, and all together. */
const madeFields = z.object({ trading: signedDecimalField, funding: signedDecimalField, fees: decimalField, result: signedDecimalField });

/**
 * A day of a book: value of a unit, how many there were, and what the day made of one (a fraction), what the whole book was worth and what it consisted of, and
 * what holders put in and took out at that value.
 */
const dayFields = z.object({
  day: COUNT,
  at: millisField,
  unit: decimalField,
  units: decimalField.optional(),
  change: signedDecimalField,
  value: decimalField,
  cash: decimalField,
  margin: decimalField,
  coins: z.array(z.object({ coin: coinField, num: decimalField, index: decimalField, value: decimalField })).max(PARTS_MAX),
  open: z
    .array(
      z.object({
        market: marketField,
        side: z.enum(['long', 'short']),
        num: decimalField,
        cost: signedDecimalField,
        mark: decimalField,
        result: signedDecimalField,
      }),
    )
    .max(PARTS_MAX),
  made: madeFields.optional(),
  joined: decimalField,
  paid: decimalField,
  fees: decimalField,
  returned: decimalField,
});
const orderFields = z.object({
  id: idField,
  at: millisField,
  leg: z.enum(['spot', 'perpetual']),
  market: marketField,
  side: z.enum(['buy', 'sell']),
  num: decimalField,
  price: decimalField,
  reason: z.enum(['enter', 'leave', 'rebalance', 'margin', 'stale', 'cash', 'stop']),
  state: z.enum(['open', 'taken', 'refused']),
});
/** A simulated past is at most so many days long. */
const PAST_MAX = 100;
const rangeFields = z.object({ low: signedDecimalField, high: signedDecimalField }).nullable();

/** Fractions; `btc` is what bitcoin made of the same money. */
const figureFields = {
  days: COUNT,
  result: signedDecimalField,
  largestFall: signedDecimalField,
  worstDay: signedDecimalField,
  losingDays: decimalField,
  btc: signedDecimalField.nullable(),
};

/** The value of a unit at a moment, and what one USDT is worth there that was put into bitcoin when the book was opened, or where its simulated past begins; of an older book at the first of the points. */
const pointFields = z.object({ at: millisField, unit: decimalField, btc: decimalField.nullable().optional() });

export const hostingBook = defineCall({
  id: 'x.hostingBook',
  number: null,
  method: 'GET',
  path: '/x/hosting-book',
  request: z.object({ plan: planField }),
  answer: z.object({
    plan: idField,
    state: z.enum(['live', 'stopping', 'stopped']),
    since: millisField,
    next: millisField.nullable(),
    rules: rulesField.optional(),
    newest: dayFields.nullable(),
    high: decimalField.optional(),
    stopping: millisField.nullable().optional(),
    stopped: millisField.nullable().optional(),
    made: madeFields.optional(),
    house: decimalField,
    fees: decimalField,
    record: z.object({ ...figureFields, range: rangeFields }),
    past: z
      .object({
        funding: decimalField,
        record: z.object(figureFields),
        days: z.array(pointFields).max(PAST_MAX),
      })
      .nullable(),
    line: z.array(pointFields).max(BOOK_POINTS_MAX),
  }),
  errors: ['SESSION_REQUIRED', 'STAKING_TERM_UNKNOWN'],
  source:
    'ours; the open book of a plan in the mode in use: its newest valuation, the highest value that a unit had, figures as fractions of all days; `line` is the value of a unit from the newest day back to the first, of more than 400 days every second, third, ... one; `stopping` and `stopped` are when it began to be wound up and when that was over; `rules` are those it goes by, whether its plan is still on offer or not; `made` is what its whole result consists of, left out before it was counted; `past` is what the same rules made of simulated prices before it was opened, in a sandbox alone, never counted with what was',
});

export const hostingDays = defineCall({
  id: 'x.hostingDays',
  number: null,
  method: 'GET',
  path: '/x/hosting-days',
  request: z.object({ plan: planField, before: dayField.optional() }),
  answer: z.object({ days: z.array(dayFields).max(BOOK_DAYS_MAX), next: dayField.nullable() }),
  errors: ['SESSION_REQUIRED', 'STAKING_TERM_UNKNOWN'],
  source:
    'ours; every day of the open book of a plan in the mode in use, newest first; `next` is the `before` of those that follow, null after the first day',
});

/** Journals of one answer. */
export const BOOK_ENTRIES_MAX = 20;

export const hostingEntries = defineCall({
  id: 'x.hostingEntries',
  number: null,
  method: 'GET',
  path: '/x/hosting-entries',
  request: z.object({ plan: planField, order: idField.optional(), day: dayField.optional(), before: idField.optional() }),
  answer: z.object({ rows: z.array(journalFields.omit({ ref: true, fee: true })).max(BOOK_ENTRIES_MAX), next: idField.nullable() }),
  errors: ['SESSION_REQUIRED', 'STAKING_TERM_UNKNOWN'],
  source:
    "ours; the journals of the account of a plan's open book in the mode in use, newest first, with the lines of that account alone: all, those of one of its orders, or those that led from the day before to a day; `next` is the `before` of those that follow, null after the last",
});

/** Orders of one answer. */
export const BOOK_ORDERS_MAX = 50;

export const hostingOrders = defineCall({
  id: 'x.hostingOrders',
  number: null,
  method: 'GET',
  path: '/x/hosting-orders',
  request: z.object({ plan: planField, before: idField.optional() }),
  answer: z.object({ orders: z.array(orderFields).max(BOOK_ORDERS_MAX), next: idField.nullable() }),
  errors: ['SESSION_REQUIRED', 'STAKING_TERM_UNKNOWN'],
  source:
    'ours; every order of the open book of a plan in the mode in use, newest first; `next` is the `before` of those that follow, null after the last',
});
