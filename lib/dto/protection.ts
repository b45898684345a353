import { z } from 'zod';
import { LOCK_DAYS } from '../rules/protection';
import { isoField } from './shared';

const email = z.string().trim().min(1).max(254);
const address = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/)
  .meta({ examples: [`0x${'1'.repeat(40)}`] });

/** What an owner set, and the ways in. */
export const protectionSchema = z.object({
  phrase: z.string().nullable(),
  lockedUntil: isoField.nullable(),
  email: z.string().nullable(),
  wallet: z.string().nullable(),
  hasPassword: z.boolean(),
});
export const phraseInputSchema = z.strictObject({ phrase: z.string().max(200) });
export const lockInputSchema = z.strictObject({ days: z.number().int().min(LOCK_DAYS.min).max(LOCK_DAYS.max) });
export const lockedSchema = z.object({ until: isoField });
export const newEmailInputSchema = z.strictObject({ email });
export const emailChangeInputSchema = z.strictObject({ email, code: z.string().trim().min(1).max(40) });
export const linkMessageInputSchema = z.strictObject({ address, chainId: z.number().int().min(1).max(2_147_483_647) });
export const linkMessageSchema = z.object({ message: z.string() });
export const walletLinkInputSchema = z.strictObject({
  address,
  message: z.string().min(1).max(2_000),
  signature: z.string().min(1).max(20_000),
});
