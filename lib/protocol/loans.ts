import { z } from 'zod';
import { LOAN_ENDINGS } from '../rules/loans';
import { defineCall } from './define-call';
import { decimalField, idField, messageAnswer, millisField, noFields, requestIdField } from './fields';
import { LOCALES } from './wire';

/** Longest values of what a borrower writes. */
export const LOAN_TEXT_MAX = { name: 100, address: 300, phone: 30 } as const;
/** Loans that one list answers at most, newest first. */
export const LOANS_LISTED_MAX = 200;
const ENTRIES_MAX = 500;

export const loanProducts = defineCall({
  id: 'loans.products',
  number: 38,
  method: 'GET',
  path: '/api/loantype',
  access: 'public',
  request: noFields,
  answer: z
    .array(
      z.object({
        id: idField,
        tian: z.number().int().positive(),
        nummin: decimalField,
        nummax: decimalField,
        interest: decimalField,
        day_ms: millisField.optional(),
      }),
    )
    .max(100),
  errors: [],
  source: 'legacy-api #38; interest in percent a day. Ours: `day_ms`, shorter than a day for the products of a sandbox alone',
});

const WRITE_ERRORS = ['SESSION_REQUIRED', 'FEATURE_NOT_OFFERED', 'NOT_DONE_IN_TIME', 'REQUEST_PENDING', 'DUPLICATE_REQUEST'] as const;

export const applyForLoan = defineCall({
  id: 'loans.apply',
  number: 39,
  method: 'POST',
  path: '/user/setloan',
  effect: 'write',
  request: z.object({
    num: decimalField,
    loanid: idField,
    first_name: z.string().max(LOAN_TEXT_MAX.name),
    last_name: z.string().max(LOAN_TEXT_MAX.name),
    address: z.string().max(LOAN_TEXT_MAX.address),
    phone: z.string().max(LOAN_TEXT_MAX.phone),
    signature: z.string().max(64).optional(),
    signed_name: z
      .string()
      .max(2 * LOAN_TEXT_MAX.name + 1)
      .optional(),
    lang: z.enum(LOCALES).optional(),
    auto: z.enum(['0', '1']).optional(),
    total: decimalField.optional(),
    late_fee: decimalField.optional(),
    request_id: requestIdField,
  }),
  answer: z.object({ message: messageAnswer, id: idField }),
  errors: [
    ...WRITE_ERRORS,
    'ACCOUNT_FROZEN',
    'AMOUNT_PRECISION',
    'IDENTITY_REQUIRED',
    'LOAN_PRODUCT_UNKNOWN',
    'LOAN_AMOUNT_OUT_OF_RANGE',
    'LOAN_LIMIT_EXCEEDED',
    'LOAN_OVERDUE',
    'LOANS_OPEN_TOO_MANY',
    'LOAN_AFTER_WITHDRAWAL',
    'LOAN_POOL_EMPTY',
    'LOAN_NAME_MISMATCH',
    'LOAN_ADDRESS_INVALID',
    'LOAN_SCRIPT_UNSUPPORTED',
    'LOAN_SIGNATURE_MISSING',
    'RATE_LIMITED',
    'LOAN_TERMS_CHANGED',
    'PHONE_INVALID',
    'PICTURE_UNKNOWN',
    'STEP_UP_REQUIRED',
  ],
  source:
    'legacy-api #39; the names must be the verified ones. Ours: `signed_name` (the typed name) in place of the picture `signature`, `lang` of the agreement, `auto` (repay when due from what is available), `total` and `late_fee` (of a day) as they were shown',
});

export const loanList = defineCall({
  id: 'loans.list',
  number: 40,
  method: 'GET',
  path: '/user/getloanlist',
  request: noFields,
  answer: z
    .array(
      z.object({
        id: idField,
        num: decimalField,
        tian: z.number().int().positive(),
        state: z.number().int(),
        time: millisField.optional(),
        end: millisField.nullish(),
        owed: decimalField.optional(),
        ending: z.enum(LOAN_ENDINGS).nullish(),
      }),
    )
    .max(LOANS_LISTED_MAX),
  errors: ['SESSION_REQUIRED'],
  source:
    'legacy-api #40, newest first; 0 applying, 1 in progress, 2 finished, 3 rejected, 4 overdue. Ours: `time` of the application, `end` (due), what is owed now, how it ended',
});

export const loanDetail = defineCall({
  id: 'loans.detail',
  number: 41,
  method: 'GET',
  path: '/user/getloan',
  request: z.object({ id: idField }),
  answer: z.object({
    id: idField,
    num: decimalField,
    tian: z.number().int().positive(),
    day_ms: millisField,
    state: z.number().int(),
    ending: z.enum(LOAN_ENDINGS).nullable(),
    reason: z.string().max(300).nullable(),
    applied: millisField,
    start: millisField.nullable(),
    end: millisField.nullable(),
    ended: millisField.nullable(),
    rate: decimalField,
    interest: decimalField,
    late_fee: decimalField,
    late_fee_cap: decimalField,
    refund: decimalField,
    repayment: decimalField,
    penalty: decimalField,
    auto: z.boolean(),
    principal: decimalField,
    closed_interest: decimalField,
    closed_minutes: z.number().int(),
    fee: decimalField,
    late_days: z.number().int(),
    first_name: z.string().max(LOAN_TEXT_MAX.name),
    last_name: z.string().max(LOAN_TEXT_MAX.name),
    address: z.string().max(LOAN_TEXT_MAX.address),
    phone: z.string().max(LOAN_TEXT_MAX.phone),
    pdf_hash: z.string().max(64).nullable(),
    entries: z
      .array(
        z.object({
          kind: z.string().max(20),
          n: z.number().int(),
          time: millisField,
          principal: decimalField,
          interest: decimalField,
          fee: decimalField,
        }),
      )
      .max(ENTRIES_MAX),
  }),
  errors: ['SESSION_REQUIRED', 'LOAN_NOT_FOUND'],
  source:
    'legacy-api #41; `interest` of the whole term, `late_fee` a day on the whole amount, `repayment` at the end, `penalty` for repaying early (0), `refund` what is paid back within 14 days. Ours: what is left (`principal`), the interest closed up to a minute of the term, late days and their cost, and each step',
});

export const repayLoan = defineCall({
  id: 'loans.repay',
  number: 42,
  method: 'POST',
  path: '/user/outloan',
  effect: 'write',
  request: z.object({
    id: idField,
    num: decimalField.optional(),
    withdraw: z.enum(['0', '1']).optional(),
    most: decimalField.optional(),
    request_id: requestIdField,
  }),
  answer: messageAnswer,
  errors: [
    ...WRITE_ERRORS,
    'INSUFFICIENT_BALANCE',
    'AMOUNT_PRECISION',
    'LOAN_NOT_FOUND',
    'LOAN_NOT_OWED',
    'LOAN_REPAYMENT_INVALID',
    'LOAN_OWED_MORE',
    'LOAN_WITHDRAWAL_OVER',
  ],
  source:
    'legacy-api #42; without `num` everything that is owed now. Ours: `withdraw` (within 14 days of the payout the amount alone, without interest), `most` (what everything came to as it was shown; refused where it is more than a few minutes of interest above that)',
});

/** Base64 of a file of 3 MB. */
const FILE_LENGTH_MAX = 4_194_304;

export const loanAgreement = defineCall({
  id: 'x.loanAgreement',
  number: null,
  method: 'GET',
  path: '/x/loan-agreement',
  request: z.object({ id: idField }),
  answer: z.object({
    hash: z.string().regex(/^[0-9a-f]{64}$/),
    lang: z.enum(LOCALES),
    content: z.string().max(100_000),
    file: z.string().max(FILE_LENGTH_MAX),
  }),
  errors: ['SESSION_REQUIRED', 'LOAN_NOT_FOUND'],
  source: 'ours; what was signed: the content as JSON, the file (PDF, base64) byte for byte as it was made, and its SHA-256',
});
