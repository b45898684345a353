import { z } from 'zod';
import { LINK_ACTS, LINK_STATES } from '../protocol/sessions';
import { proofField } from './session';

const sessionId = z.uuid().meta({ examples: ['6f1d0a52-3b1c-4e0e-9d57-0c8a4a1f2b3d'] });
const passwordField = z.string().min(1).max(128);
/** What a mailed link carries behind `#`. */
const linkToken = z
  .string()
  .regex(/^[0-9a-f]{32}\.[A-Za-z0-9_-]{43}$/)
  .meta({ examples: [`${'a'.repeat(32)}.${'a'.repeat(43)}`] });

export const sessionsSchema = z.object({
  /** A device each: this one first, then by last use. `browser` and `system` are empty where the device said nothing. */
  devices: z.array(
    z.object({
      id: sessionId,
      browser: z.string(),
      system: z.string(),
      /** The network: the address without its end. */
      place: z.string(),
      firstSeenAt: z.iso.datetime(),
      lastSeenAt: z.iso.datetime(),
      isCurrent: z.boolean(),
    }),
  ),
  hasPassword: z.boolean(),
});
export type Device = z.infer<typeof sessionsSchema>['devices'][number];

export const sessionEndInputSchema = z.strictObject({ id: z.union([sessionId, z.literal('others')]) });
export const sessionEndedSchema = z.object({ ended: z.number().int() });
export const passwordChangeInputSchema = z.strictObject({
  old: passwordField.optional(),
  password: passwordField,
  passwordAgain: passwordField,
});
export const freezeByLinkInputSchema = z.strictObject({ token: linkToken });
/** Whether the link does what it is for: it was used, or its time is over. */
export const mailedLinkInputSchema = z.strictObject({ token: linkToken, act: z.enum(LINK_ACTS) });
export const mailedLinkSchema = z.object({ state: z.enum(LINK_STATES) });
export const passwordLinkInputSchema = z.strictObject({ email: z.string().trim().max(254), proof: proofField });
export const passwordByLinkInputSchema = z.strictObject({ token: linkToken, password: passwordField, passwordAgain: passwordField });
