import { z } from 'zod';
import { defineCall } from './define-call';
import { decimalField, millisField, noFields } from './fields';

const level = z.number().int().min(0).max(9);

export const vipStanding = defineCall({
  id: 'x.vip',
  number: null,
  method: 'GET',
  path: '/x/vip',
  request: noFields,
  answer: z.object({
    level,
    recharged: decimalField,
    next: decimalField.nullable(),
    extra: level.nullable(),
    kept_until: millisField.nullable(),
    keep_min: decimalField.optional(),
    /** Missing from an exchange of before. */
    waiting: decimalField.optional(),
    waiting_next: decimalField.nullish(),
    waiting_until: decimalField.nullish(),
    leaving_rate: decimalField.optional(),
    resting: z.enum(['0', '1']),
    claims: z.array(z.object({ level, done: z.enum(['0', '1']) })).max(9),
  }),
  errors: ['SESSION_REQUIRED', 'FEATURE_NOT_OFFERED'],
  source:
    'ours; the membership of the user, the same in both modes: all that was recharged in USDT, what the next level needs, whose extra the next recharge brings, until when the membership is kept and how many USDT of recharge keep it, what waits of its rewards since they never come to more than the part of all recharges that leaving costs (leaving_rate), the next that is paid and with which sum of recharges, and the claims of levels from 7 on',
});
