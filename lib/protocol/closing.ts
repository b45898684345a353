import { z } from 'zod';
import { CLOSING_REASONS, RESTS_MAX } from '../rules/closing';
import { defineCall } from './define-call';
import { coinField, decimalField, messageAnswer, noFields } from './fields';

/** What can neither be converted nor withdrawn, and is given up with the account. */
export const restsField = z.array(z.object({ asset: coinField, amount: decimalField })).max(RESTS_MAX);

export const closing = defineCall({
  id: 'x.closing',
  number: null,
  method: 'GET',
  path: '/x/closing',
  request: noFields,
  answer: z.object({
    reasons: z.array(z.object({ what: z.enum(CLOSING_REASONS), count: z.number().int().positive() })).max(CLOSING_REASONS.length),
    rests: restsField,
    /** USDT of rewards that are owed and not paid yet. They keep no account open: they are given up with it, as the member was shown them. */
    rewards: decimalField.default('0'),
  }),
  errors: ['SESSION_REQUIRED'],
  source: 'ours; everything of the real account that keeps it from being closed',
});

export const closeAccount = defineCall({
  id: 'x.closeAccount',
  number: null,
  method: 'POST',
  path: '/x/close-account',
  effect: 'write',
  request: z.object({
    /** The amounts that the member was shown and gives up: `BTC:0.00000012,USDT:1.5`. */
    rests: z
      .string()
      .max(2_000)
      .regex(/^([A-Z0-9]{2,10}:[0-9.]{1,40}(,(?=.)|$))*$/)
      .default(''),
    /** The rewards that the member was shown and gives up, in USDT. */
    rewards: decimalField.default('0'),
  }),
  answer: messageAnswer,
  errors: ['SESSION_REQUIRED', 'STEP_UP_REQUIRED', 'SETTINGS_LOCKED', 'FACTOR_CONTESTED', 'CLOSING_BLOCKED', 'CLOSING_RESTS_CHANGED'],
  source:
    'ours; closes the own account for good: sessions and ways in end, what the law keeps stays; what is too small to leave goes to the house, and rewards that are not paid yet are given up, as the member was shown it',
});
