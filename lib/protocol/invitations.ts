import { z } from 'zod';
import { INVITATION_REFUSALS, INVITED_STATES } from '../rules/invitations';
import { defineCall } from './define-call';
import { decimalField, messageAnswer, millisField, pageField } from './fields';

const maskedName = z.string().max(20);
/** Somebody who was invited: `due` is when the reward is judged, `reward` what each of both got, in USDT. */
export const invitedFields = z.object({
  name: maskedName,
  joined: millisField,
  state: z.enum(INVITED_STATES),
  due: millisField.nullable(),
  reason: z.enum(INVITATION_REFUSALS).nullable(),
  reward: decimalField.nullable(),
});

export const invitation = defineCall({
  id: 'account.invitation',
  number: 14,
  method: 'GET',
  path: '/user/invite',
  request: z.object({ page: pageField.optional() }),
  answer: z.object({
    code: z.string().max(12),
    link: z.string().max(300),
    invited: z.number().int(),
    rewards: decimalField,
    rewarded: z.number().int(),
    waiting: decimalField.optional(),
    by: maskedName.nullable(),
    open: z.enum(['0', '1']),
    rule: z.object({
      min: decimalField,
      kept: z.number().int(),
      each: decimalField,
      share: decimalField.optional(),
      day: decimalField.optional(),
    }),
    rows: z.array(invitedFields).max(200),
  }),
  errors: ['SESSION_REQUIRED', 'FEATURE_NOT_OFFERED'],
  source:
    'legacy-api #14. Ours: from `rewarded` on. `rewards` is what the user was paid for inviting, in USDT; `waiting` what is still to be paid for that and for having been invited; `by` who invited the user, masked; `open`: that may still be changed; `rule`: the net deposit that has to stay, for how long (ms), what each gets at most, and the share of it (a fraction) that each gets: for those who sign up now; `day`: what the house pays for all invitations in a day (UTC) at most; `rows`: who was invited, newest first',
});

export const setInviter = defineCall({
  id: 'x.inviter',
  number: null,
  method: 'POST',
  path: '/x/inviter',
  effect: 'write',
  request: z.object({
    code: z
      .string()
      .regex(/^[A-Z0-9]{6,12}$/)
      .optional(),
  }),
  answer: messageAnswer,
  errors: ['SESSION_REQUIRED', 'FEATURE_NOT_OFFERED', 'REFERRAL_UNKNOWN', 'REFERRAL_OWN', 'REFERRAL_FIXED'],
  source: 'ours; whose code brought the user, left out for nobody: until the first deposit is credited. The same again changes nothing',
});
