import { z } from 'zod';
import { stepUpTicketField } from '../protocol/step-up';
import { STEP_UP_ACTS } from '../rules/step-up';

const valuesSchema = z.object({ act: z.enum(STEP_UP_ACTS), ways: z.string().regex(/^[a-z,]{0,80}$/), ticket: stepUpTicketField });

/** Returns what the refusal STEP_UP_REQUIRED carries, or undefined when it isn't that: the ticket is no words for a screen. */
export function toStepUpValues(values: Readonly<Record<string, string>> | undefined): Record<string, string> | undefined {
  return valuesSchema.safeParse(values).data;
}
