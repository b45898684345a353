import * as calls from '../../../lib/protocol/security';
import { handle, type RegisteredCall, sessionOf } from '../../http/register-call';
import type { Database } from '../../platform/db';
import type { StepUp } from '../step-up/step-up';
import type { Factors } from './security.factors';

type Deps = { db: Database; factors: Factors; stepUp: StepUp };

/** Returns calls 10 and 11, and what else protects an account: wire fields to service and back. */
export function createSecurityHandlers({ db, factors, stepUp }: Deps): RegisteredCall[] {
  return [
    handle(calls.twoFactorState, async (_input, context) => {
      const { isBound, secret, uri } = await factors.begin(sessionOf(context));
      return { bound: isBound, secret, uri };
    }),
    handle(calls.changeTwoFactor, async (input, context) => {
      const { ip } = context;
      const caller = sessionOf(context);
      if (input.delete !== '1') return { message: 'Bound', recovery: await factors.bind(caller, { code: input.code, ip }) };
      await factors.unbind(caller, { code: input.code, ip });
      return { message: 'Unbound', recovery: [] };
    }),
    handle(calls.recoveryCodes, async (_input, context) => ({ recovery: await factors.renewRecovery(sessionOf(context)) })),
    handle(calls.security, async (_input, context) => {
      const { userId } = sessionOf(context);
      const { boundAt, recoveryLeft } = await factors.readState(userId);
      return {
        bound_at: boundAt?.getTime() ?? null,
        recovery_left: recoveryLeft,
        held_until: await stepUp.outgoingHeldUntil(db.read, userId),
      };
    }),
  ];
}
