import { guardConsent, guardState, guardLimits, guardPause, guardTest } from '../../../lib/protocol/guard';
import { type GuardedProduct, GUARD_LIMITS } from '../../../lib/protocol/wire';
import { handle, type RegisteredCall, sessionOf } from '../../http/register-call';
import type { Owner } from './guard.risk';
import type { AskedLimits, Guard } from './guard.service';

/** The extensions about consent, test, breaks and limits; without a product they mean seconds contracts. */
export function createGuardCalls(guard: Guard): RegisteredCall[] {
  return [
    handle(guardState, ({ product }, context) => guard.read(ownerOf(context), product ?? 'option')),
    handle(guardConsent, (input, context) => guard.accept(ownerOf(context), askedOf(input))),
    handle(guardTest, (input, context) => guard.takeTest(ownerOf(context), { ...askedOf(input), answers: input.answers })),
    handle(guardPause, (input, context) => guard.pause(ownerOf(context), { ...askedOf(input), days: input.days })),
    handle(guardLimits, (input, context) => {
      const asked = Object.fromEntries(GUARD_LIMITS.map((kind) => [kind, input[`${kind}_max`] ?? null])) as AskedLimits;
      return guard.setLimits(ownerOf(context), { ...askedOf(input), asked });
    }),
  ];
}

function askedOf({ product, request_id }: { product?: GuardedProduct | undefined; request_id: string }) {
  return { product: product ?? ('option' as const), requestId: request_id };
}

function ownerOf(context: Parameters<typeof sessionOf>[0]): Owner {
  const { userId, mode } = sessionOf(context);
  return { userId, mode };
}
