import 'server-only';
import type { z } from 'zod';
import type { consentInputSchema, Guard, limitsInputSchema } from '../../dto/options';
import { optionConsent, optionGuard, optionLimits } from '../../protocol/options';
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

/** Sets the limits; null is none. Tighter holds at once, looser after 24 hours. */
export async function setLimits(caller: Caller, input: z.infer<typeof limitsInputSchema>): Promise<Guard> {
  return reshapeGuard(
    await callAs(caller, optionLimits, {
      stake_max: input.stakeMax ?? undefined,
      loss_day_max: input.lossDayMax ?? undefined,
      request_id: input.requestId,
    }),
  );
}
