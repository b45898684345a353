import { z } from 'zod';
import { LIMIT_TABLE, SCORE_REASONS } from '../rules/credit-score';
import { defineCall } from './define-call';
import { decimalField, idField, millisField, noFields } from './fields';

/** Changes of a credit score that one answer shows at most, newest first. */
export const SCORE_CHANGES_MAX = 100;
const NAME_MAX = 100;

export const creditScore = defineCall({
  id: 'x.creditScore',
  number: null,
  method: 'GET',
  path: '/x/credit-score',
  request: noFields,
  answer: z.object({
    score: z.number().int(),
    limit: decimalField,
    changes: z
      .array(
        z.object({
          id: idField,
          reason: z.enum(SCORE_REASONS as [(typeof SCORE_REASONS)[number], ...(typeof SCORE_REASONS)[number][]]),
          ref: z.string().max(40),
          time: millisField,
          change: z.number().int(),
          score: z.number().int(),
        }),
      )
      .max(SCORE_CHANGES_MAX),
    table: z.array(z.object({ score: z.number().int(), limit: decimalField })).length(LIMIT_TABLE.length),
  }),
  errors: ['SESSION_REQUIRED'],
  source: 'ours; the credit score of this mode, the newest 100 changes with their reasons, and the table of limits in USDT',
});

export const loanStanding = defineCall({
  id: 'x.loanStanding',
  number: null,
  method: 'GET',
  path: '/x/loan-standing',
  request: noFields,
  answer: z.object({
    idstate: z.number().int(),
    first_name: z.string().max(NAME_MAX),
    last_name: z.string().max(NAME_MAX),
    score: z.number().int(),
    limit: decimalField,
    owed: decimalField,
    pool: decimalField,
    operators_above: decimalField,
    is_test: z.boolean().optional(),
  }),
  errors: ['SESSION_REQUIRED'],
  source:
    'ours; what an application will be judged by: the verified names, the limit, what is owed of amounts already, what the pool has left, from which sum on two operators decide, and whether an agreement would be one about test money',
});
