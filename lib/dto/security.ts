import { z } from 'zod';
import { isoField } from './shared';

const recovery = z.array(z.string());
const code = z.string().trim().min(1).max(40);

export const securitySchema = z.object({
  /** Since when an authenticator is bound. */
  boundAt: isoField.nullable(),
  recoveryLeft: z.number().int(),
  /** No money leaves the account before. */
  heldUntil: isoField.nullable(),
});

/** `secret` and `uri` are null where an authenticator is bound. */
export const authenticatorSecretSchema = z.object({ isBound: z.boolean(), secret: z.string().nullable(), uri: z.string().nullable() });
export const authenticatorCodeInputSchema = z.strictObject({ code });
export const recoveryCodesSchema = z.object({ recovery });
