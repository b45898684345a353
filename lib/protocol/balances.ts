import { z } from 'zod';
import { defineCall } from './define-call';
import {
  coinField,
  decimalField,
  idField,
  isCsField,
  listFields,
  marketField,
  millisField,
  noFields,
  pageField,
  signedDecimalField,
} from './fields';
import { BALANCE_RANGES, BOOK_KINDS, FILE_PAGE_MAX, ORDER_SIDES, PAGE_SIZE } from './wire';

const ethFields = z.object({ change: signedDecimalField, new_price: decimalField });

export const homeSummary = defineCall({
  id: 'home.summary',
  number: 16,
  method: 'GET',
  path: '/index/index',
  request: noFields,
  answer: z.object({
    user: z.object({ usdc: decimalField, usdt: decimalField, all: decimalField, usdc_auth: decimalField, usdt_auth: decimalField }),
    eth: ethFields,
    rate_return: z
      .array(
        z.object({
          tian: z.number().int().positive().optional(),
          stnum: decimalField,
          maxstrnum: decimalField,
          rate_min: decimalField,
          rate_max: decimalField,
        }),
      )
      .max(50),
  }),
  errors: ['SESSION_REQUIRED'],
  source:
    'legacy-api #16; `all` in USDT; `change` and the rates in percent, rates a day. Ours: `tian`, the days of the term that a row of rates is of',
});

export const balanceCard = defineCall({
  id: 'home.balance',
  number: 17,
  method: 'GET',
  path: '/user/balance',
  request: noFields,
  answer: z.object({
    banlance: decimalField,
    today_profit: signedDecimalField,
    /** Ours: what it came of; adds up to it. */
    today_parts: z
      .object({ coins: signedDecimalField, perpetual: signedDecimalField, seconds: signedDecimalField, earn: signedDecimalField })
      .optional(),
    today_ratio: signedDecimalField,
    today_zhiya: decimalField,
    integral: z.number().int(),
    is_cs: isCsField,
    userid: idField,
    vip: z.object({ img: z.string() }),
    eth: ethFields,
    profit: signedDecimalField,
  }),
  errors: ['SESSION_REQUIRED'],
  source:
    'legacy-api #17; `today_ratio` and `today_zhiya` are fractions (percent is 100 × ratio), `profit` is what staking and hosting have earned in USDT; `today_zhiya` the staked share of the account',
});

export const balanceHistory = defineCall({
  id: 'x.balanceHistory',
  number: null,
  method: 'GET',
  path: '/x/balance-history',
  request: z.object({ range: z.enum(BALANCE_RANGES) }),
  answer: z.object({ points: z.array(z.object({ time: millisField, value: decimalField })).max(1_000) }),
  errors: ['SESSION_REQUIRED'],
  source:
    'ours; what all balances were worth in USDT, oldest first: quarters of an hour of the last day, hours of a week, four hours of a month, days of a year or of all',
});

export const coinBalance = defineCall({
  id: 'balances.coin',
  number: 18,
  method: 'GET',
  path: '/user/getbanlance',
  request: z.object({ coin: coinField }),
  answer: z.object({ available: decimalField, held: decimalField }),
  errors: ['SESSION_REQUIRED', 'ASSET_UNKNOWN'],
  source: 'legacy-api #18',
});

export const purse = defineCall({
  id: 'balances.all',
  number: 19,
  method: 'GET',
  path: '/api/purse',
  request: noFields,
  answer: z
    .array(z.object({ coin: coinField, available: decimalField, held: decimalField, margin: decimalField.optional(), value: decimalField }))
    .max(200),
  errors: ['SESSION_REQUIRED'],
  source: 'legacy-api #19; `margin` (ours) is what perpetual positions hold, `value` of all three in USDT at the index price, rounded down',
});

export const RECORD_TYPES = ['all', 'deposit', 'withdrawal', 'convert', 'trade', 'staking', 'hosting', 'loan', 'other'] as const;

/** Parts of a user's coin: spendable, reserved by open orders, and the margin of perpetual positions. */
export const LEDGER_PARTS = ['available', 'held', 'margin'] as const;

export const accountRecords = defineCall({
  id: 'balances.records',
  number: 20,
  method: 'GET',
  path: '/user/accountRecords',
  request: z.object({
    type: z.enum(RECORD_TYPES).optional(),
    coin: coinField.optional(),
    page: pageField.optional(),
    ref: z.string().max(80).optional(),
    of: z.enum(BOOK_KINDS).optional(),
  }),
  answer: z
    .array(
      z.object({
        id: z.string(),
        time: millisField,
        type: z.string().max(40),
        coin: coinField,
        amount: signedDecimalField,
        balance: decimalField,
        ref: z.string().max(80),
        part: z.enum(LEDGER_PARTS),
        journal: idField,
      }),
    )
    .max(200),
  errors: ['SESSION_REQUIRED', 'ASSET_UNKNOWN'],
  source:
    'legacy-api #20, newest first. Ours: `type` is the journal code (such as SPOT_FILL, SPOT_HOLD, FAUCET), `part` says which part of the coin changed, `balance` is that part afterwards, `ref` narrows to one reference (such as order:17), `of` beside it to the journals of one of the books, which both count from one.',
});

export const reserved = defineCall({
  id: 'x.reserved',
  number: null,
  method: 'GET',
  path: '/x/reserved',
  request: z.object({ coin: coinField }),
  answer: z.array(z.object({ purpose: z.string().max(20), num: decimalField, until: millisField.optional() })).max(50),
  errors: ['SESSION_REQUIRED', 'ASSET_UNKNOWN'],
  source:
    'ours; what of a coin is reserved, by what for (`orders`, or the purpose of a hold), largest first; `until` is when the first of them ends at the latest',
});

/** Lines of one account in one journal. */
const JOURNAL_LINES_MAX = 20;

/** What one journal did to an account. */
export const journalFields = z.object({
  journal: idField,
  time: millisField,
  type: z.string().max(40),
  ref: z.string().max(80),
  /** Kept from what came in. */
  fee: z.object({ coin: coinField, num: decimalField }).nullable(),
  lines: z
    .array(z.object({ id: z.string(), coin: coinField, amount: signedDecimalField, balance: decimalField, part: z.enum(LEDGER_PARTS) }))
    .min(1)
    .max(JOURNAL_LINES_MAX),
});

export const recordList = defineCall({
  id: 'x.records',
  number: null,
  method: 'GET',
  path: '/x/records',
  request: listFields.extend({ type: z.enum(RECORD_TYPES).optional(), coin: coinField.optional(), market: marketField.optional() }),
  answer: z.object({
    rows: z.array(journalFields).max(FILE_PAGE_MAX),
    next: idField.nullable(),
  }),
  errors: ['SESSION_REQUIRED', 'REQUEST_INVALID', 'ASSET_UNKNOWN'],
  source:
    "ours; what moved the account's money, newest first, one row a journal with its lines; `market` leaves what orders, positions and contracts of it moved; `next` null is the end, a page may be short",
});

const amountFields = z.object({ coin: coinField, num: signedDecimalField });

/** What an owner did: an order or a pair with all that it held, traded and gave back, or everything that carries one reference. */
export const actFields = z.object({
  act: z.string().max(100),
  time: millisField,
  type: z.string().max(40),
  ref: z.string().max(80),
  order: z
    .object({
      of: z.enum(BOOK_KINDS),
      ids: z.array(idField).min(1).max(2),
      market: marketField,
      type: z.enum(ORDER_SIDES),
      num: decimalField,
      filled: decimalField,
      open: z.boolean(),
    })
    .nullable(),
  changes: z.array(amountFields).max(20),
  held: z.array(amountFields).max(20),
  /** What was set aside and came back, where nothing else is left of it. */
  back: amountFields.nullable(),
  /** Kept from what came in. */
  fee: z.object({ coin: coinField, num: decimalField }).nullable(),
});

export const actList = defineCall({
  id: 'x.acts',
  number: null,
  method: 'GET',
  path: '/x/acts',
  request: listFields
    .omit({ size: true })
    .extend({ type: z.enum(RECORD_TYPES).optional(), coin: coinField.optional(), market: marketField.optional() }),
  answer: z.object({ rows: z.array(actFields).max(PAGE_SIZE), next: idField.nullable() }),
  errors: ['SESSION_REQUIRED', 'REQUEST_INVALID', 'ASSET_UNKNOWN'],
  source:
    'ours; what the owner did, newest first by what was booked last, one row an act: `type` and `ref` of what was booked last, `changes` what all of it came to, `held` what of it is set aside now; one act may be on two pages in a row, as the same row; `next` null is the end, a page may be short',
});
