import { z } from 'zod';
import { defineCall } from './define-call';
import { coinField, decimalField, idField, millisField, pageField, signedDecimalField } from './fields';

/** Hosting, whose module comes later; the exchange answers FEATURE_NOT_OFFERED. */
export const hostingRecords = defineCall({
  id: 'hosting.records',
  number: 35,
  method: 'GET',
  path: '/financing/log',
  request: z.object({ state: z.enum(['all', 'running', 'complete']).optional(), page: pageField.optional() }),
  answer: z
    .array(
      z.object({
        id: idField,
        coin: coinField,
        num: decimalField,
        dayshouyi: signedDecimalField,
        shouyi: signedDecimalField,
        end: millisField,
        state: z.string().max(20),
      }),
    )
    .max(200),
  errors: ['SESSION_REQUIRED', 'FEATURE_NOT_OFFERED'],
  source: 'legacy-api #35, newest first',
});
