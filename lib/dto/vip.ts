import { z } from 'zod';
import { decimalField, isoField } from './shared';

/**
 * A membership: `recharged` and `next` (what the next level needs) in USDT; `extraLevel` is whose extra the next recharge brings; a recharge of `keepMin` USDT keeps it.
 * Rewards never come to more than the part `leavingRate` of all recharges: `waiting` is what waits of them, `waitingNext` the first of it, paid once
 * `waitingUntil` was recharged in all.
 */
export const vipSchema = z.object({
  level: z.number(),
  recharged: decimalField,
  next: decimalField.nullable(),
  extraLevel: z.number().nullable(),
  keptUntil: isoField.nullable(),
  keepMin: decimalField.nullable(),
  waiting: decimalField,
  waitingNext: decimalField.nullable(),
  waitingUntil: decimalField.nullable(),
  leavingRate: decimalField.nullable(),
  isResting: z.boolean(),
  claims: z.array(z.object({ level: z.number(), isDone: z.boolean() })),
});
