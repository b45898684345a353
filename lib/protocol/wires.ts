import { z } from 'zod';
import { WIRE_REFUSALS, WIRE_STATES } from '../rules/wire';
import { defineCall } from './define-call';
import { coinField, decimalField, idField, messageAnswer, millisField, requestIdField } from './fields';

/** Bank transfers of one answer, newest first. */
export const WIRES_MAX = 50;

const text = z.string().max(140);
const currencyField = z.string().regex(/^[A-Z]{3}$/);
const bank = z.object({ holder: text, name: text, account: text, code: text, country: text });
/** Whole cents. */
const centsField = z
  .string()
  .max(40)
  .meta({ examples: ['500'] });

const wire = z.object({
  id: idField,
  reference: z.string().max(12),
  currency: currencyField,
  coin: coinField,
  num: decimalField,
  fee_rate: decimalField,
  bank,
  state: z.enum(WIRE_STATES),
  time: millisField,
  proof_time: millisField.nullable(),
  /** What the bank's line says; with `credited` alone. */
  arrived: decimalField.nullable(),
  sender: z.string().max(140).nullable(),
  /** Whether that is the verified name; null where it can't be said, left out by backends that don't compare. */
  sender_name: z.enum(['same', 'other']).nullable().optional(),
  fee: decimalField.nullable(),
  credited: decimalField.nullable(),
  reason: z.enum(WIRE_REFUSALS).nullable(),
  decided: millisField.nullable(),
});

export const wires = defineCall({
  id: 'x.wires',
  number: null,
  method: 'GET',
  path: '/x/wires',
  request: z.object({ id: idField.optional() }),
  answer: z.object({
    /** Null: no bank account is named, so it isn't offered. */
    terms: z
      .object({ currency: currencyField, coin: coinField, fee_rate: decimalField, min: decimalField, max: decimalField, bank })
      .nullable(),
    rows: z.array(wire).max(WIRES_MAX),
  }),
  errors: ['SESSION_REQUIRED', 'REAL_ACCOUNT_ONLY', 'FEATURE_NOT_OFFERED'],
  source: 'ours; deposits by bank: the terms in force, and the own ones, each under the terms of its day; with `id` that one alone',
});

export const wireStart = defineCall({
  id: 'x.wireStart',
  number: null,
  method: 'POST',
  path: '/x/wire-start',
  effect: 'write',
  request: z.object({ num: centsField, request_id: requestIdField }),
  answer: wire,
  errors: [
    'SESSION_REQUIRED',
    'REAL_ACCOUNT_ONLY',
    'FEATURE_NOT_OFFERED',
    'WIRE_NOT_OFFERED',
    'AMOUNT_INVALID',
    'WIRE_AMOUNT_OUT_OF_RANGE',
    'WIRES_TOO_MANY',
    'NOT_DONE_IN_TIME',
    'REQUEST_PENDING',
    'DUPLICATE_REQUEST',
  ],
  source: 'ours; asks for a reference under which an amount will be sent by bank. It moves no money; its proof is call 44.',
});

export const wireCancel = defineCall({
  id: 'x.wireCancel',
  number: null,
  method: 'POST',
  path: '/x/wire-cancel',
  effect: 'write',
  request: z.object({ id: idField }),
  answer: messageAnswer,
  errors: ['SESSION_REQUIRED', 'REAL_ACCOUNT_ONLY', 'FEATURE_NOT_OFFERED', 'WIRE_NOT_FOUND'],
  source: 'ours; for a transfer that was not made. Money that comes under its reference all the same is credited by operators.',
});
