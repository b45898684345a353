import { z } from 'zod';
import { defineCall } from './define-call';
import { coinField, decimalField, idField, millisField, pageField, signedDecimalField } from './fields';
import { HOSTING_STATES } from './wire';

const COUNT = z.number().int().nonnegative();

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
    'legacy-api #35, newest first; `dayshouyi` and `shouyi` are after the fee and may be negative, `end` is null until it has begun. Ours: `plan` and all after it; `worth` is what the units are worth, `exit` and `fee` are percent, `next` is when the book is valued next',
});
