import { z } from 'zod';
import { idField, isoField } from './shared';

const recovery = z.array(z.string());
const code = z.string().trim().min(1).max(40);

export const securitySchema = z.object({
  /** Since when an authenticator is bound. */
  boundAt: isoField.nullable(),
  recoveryLeft: z.number().int(),
  /** No money leaves the account before. */
  heldUntil: isoField.nullable(),
  passkeys: z.array(z.object({ id: idField, name: z.string(), addedAt: isoField, usedAt: isoField.nullable() })),
});

/** `secret` and `uri` are null where an authenticator is bound. */
export const authenticatorSecretSchema = z.object({ isBound: z.boolean(), secret: z.string().nullable(), uri: z.string().nullable() });
export const authenticatorCodeInputSchema = z.strictObject({ code });
export const recoveryCodesSchema = z.object({ recovery });

/** What a browser takes and gives (WebAuthn), as JSON. */
const credential = z
  .string()
  .max(12_000)
  .meta({ examples: ['{"id":"x"}'] });
export const passkeyOptionsSchema = z.object({ options: z.string() });
export const passkeyAddInputSchema = z.strictObject({ name: z.string().trim().min(1).max(40), response: credential });
export const passkeySignInInputSchema = z.strictObject({ response: credential });
