import { z } from 'zod';
import { defineCall } from './define-call';
import { decimalField, idField, messageAnswer, millisField, noFields, requestIdField } from './fields';

/** Loans, whose module comes later; the exchange answers FEATURE_NOT_OFFERED. */
export const loanProducts = defineCall({
  id: 'loans.products',
  number: 38,
  method: 'GET',
  path: '/api/loantype',
  access: 'public',
  request: noFields,
  answer: z
    .array(z.object({ id: idField, tian: z.number().int(), nummin: decimalField, nummax: decimalField, interest: decimalField }))
    .max(100),
  errors: ['FEATURE_NOT_OFFERED'],
  source: 'legacy-api #38; interest in percent a day',
});

export const applyForLoan = defineCall({
  id: 'loans.apply',
  number: 39,
  method: 'POST',
  path: '/user/setloan',
  effect: 'write',
  request: z.object({
    num: decimalField,
    loanid: idField,
    first_name: z.string().max(100),
    last_name: z.string().max(100),
    address: z.string().max(300),
    phone: z.string().max(30),
    signature: z.string().max(64),
    request_id: requestIdField,
  }),
  answer: z.object({ message: messageAnswer, id: idField }),
  errors: ['SESSION_REQUIRED', 'FEATURE_NOT_OFFERED', 'DUPLICATE_REQUEST'],
  source: 'legacy-api #39',
});

export const loanList = defineCall({
  id: 'loans.list',
  number: 40,
  method: 'GET',
  path: '/user/getloanlist',
  request: noFields,
  answer: z.array(z.object({ id: idField, num: decimalField, tian: z.number().int(), state: z.number().int() })).max(200),
  errors: ['SESSION_REQUIRED', 'FEATURE_NOT_OFFERED'],
  source: 'legacy-api #40; 0 applying, 1 in progress, 2 finished, 3 rejected, 4 overdue',
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
    tian: z.number().int(),
    state: z.number().int(),
    start: millisField.nullable(),
    end: millisField.nullable(),
    rate: decimalField,
    interest: decimalField,
    late_fee: decimalField,
    refund: decimalField,
    repayment: decimalField,
    first_name: z.string().max(100),
    last_name: z.string().max(100),
    address: z.string().max(300),
    phone: z.string().max(30),
    pdf_hash: z.string().max(64).nullable(),
  }),
  errors: ['SESSION_REQUIRED', 'FEATURE_NOT_OFFERED'],
  source: 'legacy-api #41',
});

export const repayLoan = defineCall({
  id: 'loans.repay',
  number: 42,
  method: 'POST',
  path: '/user/outloan',
  effect: 'write',
  request: z.object({ id: idField, num: decimalField.optional(), request_id: requestIdField }),
  answer: messageAnswer,
  errors: ['SESSION_REQUIRED', 'INSUFFICIENT_BALANCE', 'FEATURE_NOT_OFFERED', 'DUPLICATE_REQUEST'],
  source: 'legacy-api #42',
});
