import { z } from 'zod';
import { defineCall } from './define-call';
import { coinField, decimalField } from './fields';

const networkField = z.string().min(1).max(40);
const countField = z.number().int().nonnegative();

/** What a deposit over one network comes to: `seconds` is how long it usually takes from the block to the credit. */
export const depositTermsFields = z.object({
  network: networkField,
  coin: coinField,
  min: decimalField,
  confirmations: countField,
  seconds: countField,
});
/**
 * What a withdrawal over one network comes to: `fee` is a fraction of the amount, `day_max` the most of the coin a day, `wait` the seconds for which a
 * first payment to an address waits, `review` those within which a review is decided.
 */
export const withdrawalTermsFields = z.object({
  network: networkField,
  coin: coinField,
  fee: decimalField,
  min: decimalField,
  max: decimalField,
  day_max: decimalField.optional(),
  confirmations: countField,
  wait: countField,
  review: countField,
});

export const accountTab = defineCall({
  id: 'account.tab',
  number: 9,
  method: 'POST',
  path: '/Mobile/User/tab',
  request: z.object({ tab: z.enum(['0', '1', '2']) }),
  answer: z.object({
    banlance: decimalField,
    min: decimalField.optional(),
    max: decimalField.optional(),
    fee: decimalField.optional(),
    deposits: z.array(depositTermsFields).max(100).optional(),
    withdrawals: z.array(withdrawalTermsFields).max(100).optional(),
  }),
  errors: ['SESSION_REQUIRED'],
  source:
    'legacy-api #9; tab 0 deposit, 1 info, 2 withdraw. `banlance` in USDT; `min`, `max` and `fee` (a fraction) are those of the first network. Ours: `deposits` (tabs 0 and 1) and `withdrawals` (1 and 2), a row for each network and coin; a list that is missing is not offered.',
});
