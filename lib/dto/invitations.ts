import { z } from 'zod';
import { INVITATION_REFUSALS, INVITED_STATES } from '../rules/invitations';
import { decimalField, isoField, pageField } from './shared';

/** Somebody who came by one's code; `dueAt` is when the reward is judged, `reward` what each of both got, in USDT. */
export const invitedSchema = z.object({
  name: z.string(),
  joinedAt: isoField,
  state: z.enum(INVITED_STATES),
  dueAt: isoField.nullable(),
  reason: z.enum(INVITATION_REFUSALS).nullable(),
  reward: decimalField.nullable(),
});
export type Invited = z.infer<typeof invitedSchema>;

/**
 * One's code and what it brought. `by`: who invited oneself, masked; `canChange`: that may still be said otherwise. The rule: a net deposit of `min` USDT
 * stays for `keptMs`, and each gets the share `share` (a fraction), `each` at most. Of `waiting` more is to be paid; the house pays `day` for all in a day at most.
 */
export const invitationSchema = z.object({
  code: z.string(),
  invited: z.number(),
  rewarded: z.number(),
  rewards: decimalField,
  waiting: decimalField,
  by: z.string().nullable(),
  canChange: z.boolean(),
  rule: z.object({ min: decimalField, keptMs: z.number(), each: decimalField, share: decimalField, day: decimalField }),
});
export type Invitation = z.infer<typeof invitationSchema>;

export const invitedQuerySchema = z.strictObject({ page: pageField });
export const invitedListSchema = z.object({ rows: z.array(invitedSchema), hasMore: z.boolean() });
export const inviterInputSchema = z.strictObject({
  code: z
    .string()
    .trim()
    .max(12)
    .meta({ examples: ['AB12CD34'] }),
});
