import { z } from 'zod';
import { stepUpTicketField } from '../protocol/step-up';
import { STEP_UP_ACTS, STEP_UP_WAYS } from '../rules/step-up';

const ticket = stepUpTicketField.meta({ examples: [`e30.${'a'.repeat(43)}`] });
const way = z.enum(STEP_UP_WAYS);

/** What the refusal STEP_UP_REQUIRED carries: `ways` joined by commas, the safest first. */
export const stepUpParamsSchema = z.object({ act: z.enum(STEP_UP_ACTS), ways: z.string(), ticket: z.string() });
export type StepUpParams = z.infer<typeof stepUpParamsSchema>;

export const stepUpStartInputSchema = z.strictObject({ ticket, way, chainId: z.number().int().min(1).max(2_147_483_647).optional() });
export const stepUpStartedSchema = z.object({
  /** By mail: where the code went, masked. */
  sentTo: z.string().nullable(),
  /** By wallet: the text to sign, and the address that has to sign it. */
  message: z.string().nullable(),
  address: z.string().nullable(),
  /** By passkey: what the browser signs by, as JSON. */
  options: z.string().nullable(),
});

export const stepUpProveInputSchema = z.strictObject({
  ticket,
  way,
  code: z.string().max(40).optional(),
  message: z.string().max(3_000).optional(),
  passkey: z.string().max(12_000).optional(),
  signature: z
    .string()
    .regex(/^0x[0-9a-fA-F]{2,4096}$/)
    .optional()
    .meta({ examples: ['0x1234'] }),
});
export const stepUpProvedSchema = z.object({ until: z.iso.datetime() });
