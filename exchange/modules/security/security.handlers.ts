import * as calls from '../../../lib/protocol/security';
import { handle, passToken, type RegisteredCall, sessionOf } from '../../http/register-call';
import type { Database } from '../../platform/db';
import type { StepUp } from '../step-up/step-up';
import type { Factors } from './security.factors';
import type { Passkeys } from './security.passkeys';

/** Returns calls 10 and 11, and that of recovery codes: wire fields to service and back. */
export function createFactorHandlers(factors: Factors): RegisteredCall[] {
  return [
    handle(calls.twoFactorState, async (_input, context) => {
      const { isBound, secret, uri } = await factors.begin(sessionOf(context));
      return { bound: isBound, secret, uri };
    }),
    handle(calls.changeTwoFactor, async (input, context) => {
      const { ip } = context;
      const caller = sessionOf(context);
      if (input.delete !== '1') {
        const { result: recovery, token } = await factors.bind(caller, { code: input.code, ip });
        passToken(context, token);
        return { message: 'Bound', recovery };
      }
      passToken(context, (await factors.unbind(caller, { code: input.code, ip })).token);
      return { message: 'Unbound', recovery: [] };
    }),
    handle(calls.recoveryCodes, async (_input, context) => ({ recovery: await factors.renewRecovery(sessionOf(context)) })),
  ];
}

type Deps = { db: Database; factors: Factors; passkeys: Passkeys; stepUp: StepUp };

/** Returns the calls of passkeys, and the one that says what protects an account. */
export function createPasskeyHandlers({ db, factors, passkeys, stepUp }: Deps): RegisteredCall[] {
  return [
    handle(calls.passkeyBegin, async (_input, context) => ({ options: await passkeys.begin(sessionOf(context)) })),
    handle(calls.passkeyAdd, async (input, context) => {
      passToken(context, (await passkeys.add(sessionOf(context), input)).token);
      return 'Added';
    }),
    handle(calls.passkeyRemove, async ({ id }, context) => {
      passToken(context, (await passkeys.remove(sessionOf(context), id)).token);
      return 'Removed';
    }),
    handle(calls.passkeyOptions, async () => ({ options: await passkeys.beginSignIn() })),
    handle(calls.security, async (_input, context) => {
      const { userId } = sessionOf(context);
      const [{ boundAt, recoveryLeft }, known] = await Promise.all([factors.readState(userId), passkeys.list(userId)]);
      return {
        bound_at: boundAt?.getTime() ?? null,
        recovery_left: recoveryLeft,
        held_until: await stepUp.outgoingHeldUntil(db.read, userId),
        passkeys: known.map((row) => ({
          id: row.id,
          name: row.name,
          added_at: row.added_at.getTime(),
          used_at: row.used_at?.getTime() ?? null,
        })),
      };
    }),
  ];
}
