import 'server-only';
import type { z } from 'zod';
import type { consentInputSchema, Guard, limitsInputSchema, pauseInputSchema, testInputSchema } from '../../dto/options';
import { optionConsent, optionGuard, optionLimits, optionPause, optionTest } from '../../protocol/options';
import type { GuardedProduct } from '../../protocol/wire';
import { type Caller, callAs } from '../upstream';
import { reshapeGuard } from './reshape';

/** Returns the user's consent, limits and record of a product in the session's mode. */
export async function getGuard(caller: Caller, { product }: { product?: GuardedProduct | undefined } = {}): Promise<Guard> {
  return reshapeGuard(await callAs(caller, optionGuard, { product }));
}

/** Notes that the risk disclosure was accepted. @throws OPTION_NOT_OFFERED_HERE */
export async function acceptDisclosure(caller: Caller, input: z.infer<typeof consentInputSchema>): Promise<Guard> {
  return reshapeGuard(await callAs(caller, optionConsent, { product: input.product, request_id: input.requestId }));
}

/** Sends the answers of the appropriateness test. @throws OPTION_NOT_OFFERED_HERE, OPTION_TEST_LATER */
export async function takeTest(caller: Caller, { answers, requestId }: z.infer<typeof testInputSchema>): Promise<Guard> {
  const letters = answers.map((isYes) => (isYes ? 'y' : 'n')).join('');
  return reshapeGuard(await callAs(caller, optionTest, { answers: letters, request_id: requestId }));
}

/** Begins a break on both accounts; it can be made longer, never shorter. */
export async function takeBreak(caller: Caller, { days, requestId }: z.infer<typeof pauseInputSchema>): Promise<Guard> {
  return reshapeGuard(await callAs(caller, optionPause, { days, request_id: requestId }));
}

/** Sets all limits; null is none. Tighter holds at once, looser after 24 hours. */
export async function setLimits(caller: Caller, { limits, requestId }: z.infer<typeof limitsInputSchema>): Promise<Guard> {
  const fields = Object.fromEntries(Object.entries(limits).map(([kind, max]) => [`${kind}_max`, max ?? undefined]));
  return reshapeGuard(await callAs(caller, optionLimits, { ...fields, request_id: requestId }));
}
