import { z } from 'zod';
import { defineEvent } from '../../platform/event-kinds';

/**
 * Money that somebody brought (`in`: a credited deposit) or took (`out`: a withdrawal that left; `back`: it ended without a payment). `amount` a decimal in
 * its asset, `value` in USDT at that time.
 */
export const rechargeBooked = defineEvent(
  'recharge.booked',
  z.object({
    recharge: z.string().max(20),
    kind: z.enum(['in', 'out', 'back']),
    asset: z.string().max(10),
    amount: z.string().max(60),
    value: z.string().max(60),
  }),
);
