import { z } from 'zod';
import { LOCALES } from '../protocol/wire';
import { idField, modeField } from './shared';

const emailField = z
  .string()
  .trim()
  .max(254)
  .meta({ examples: ['ada@mail.example'] });
/** The answer to a challenge. */
export const proofField = z
  .string()
  .max(120)
  .meta({ examples: [`${'a'.repeat(22)}.1`] });

export const sessionSchema = z.object({
  signedIn: z.boolean(),
  user: z.object({ userId: idField, username: z.string(), mode: modeField }).nullable(),
});
export type Session = z.infer<typeof sessionSchema>;

export const passwordSignInInputSchema = z.strictObject({
  username: z.string().trim().min(1).max(254),
  password: z.string().min(1).max(128),
  code: z.string().trim().max(20).optional(),
  /** Proof of work, once LOGIN_PROOF_REQUIRED has asked for it. */
  proof: proofField.optional(),
});
export const walletMessageInputSchema = z.strictObject({
  address: z
    .string()
    .regex(/^0x[0-9a-fA-F]{40}$/)
    .meta({ examples: [`0x${'1'.repeat(40)}`] }),
  chainId: z
    .number()
    .int()
    .min(1)
    .max(2 ** 31),
  /** Sign in, or lift a freeze of the account as well. */
  act: z.enum(['sign-in', 'unfreeze']).optional(),
});
/** The EIP-4361 text to sign; its nonce lives five minutes and is bound to this browser by a sealed cookie. */
export const walletMessageSchema = z.object({ message: z.string() });
export const walletSignInInputSchema = z.strictObject({
  message: z.string().max(2000),
  signature: z
    .string()
    .regex(/^0x[0-9a-fA-F]{2,4096}$/)
    .meta({ examples: ['0x11'] }),
  invite: z.string().trim().max(12).optional(),
});
export const modeInputSchema = z.strictObject({ mode: modeField });

/** Proof of work: an integer n with sha256(salt + ":" + n) beginning with `bits` zero bits; answer `id + "." + n`. */
export const challengeSchema = z.object({ id: z.string(), salt: z.string(), bits: z.number().int() });
export type Challenge = z.infer<typeof challengeSchema>;
export const mailCodeInputSchema = z.strictObject({ email: emailField, proof: proofField, locale: z.enum(LOCALES).optional() });
export const registerInputSchema = z.strictObject({
  username: z.string().trim().min(1).max(64),
  email: emailField,
  password: z.string().max(128),
  passwordAgain: z.string().max(128),
  code: z.string().trim().max(12),
  proof: proofField,
  invite: z.string().trim().max(12).optional(),
  consent: z.literal(true),
});

export const THEMES = ['dark', 'day'] as const;
export const TREND_COLOURS = ['green-up', 'red-up', 'blue-orange'] as const;
export type Theme = (typeof THEMES)[number];
export type TrendColours = (typeof TREND_COLOURS)[number];
export const preferencesInputSchema = z.strictObject({
  locale: z.enum(LOCALES).optional(),
  theme: z.enum(THEMES).optional(),
  trendColours: z.enum(TREND_COLOURS).optional(),
});

export const accountSchema = z.object({
  userId: idField,
  username: z.string(),
  email: z.string().nullable(),
  mode: modeField,
  vipLevel: z.number().int(),
  creditScore: z.number().int(),
  identityStatus: z.enum(['none', 'review', 'verified', 'rejected']),
  hasTwoFactor: z.boolean(),
});
export type Account = z.infer<typeof accountSchema>;
