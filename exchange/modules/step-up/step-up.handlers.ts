import * as calls from '../../../lib/protocol/step-up';
import { handle, type RegisteredCall, sessionOf } from '../../http/register-call';
import type { StepUp } from './step-up.service';

/** Returns the calls of confirmations: wire fields to service and back. */
export function createStepUpHandlers(service: StepUp): RegisteredCall[] {
  return [
    handle(calls.stepUpStart, async (input, context) => {
      const { sentTo, statement, nonce, address, options } = await service.start(sessionOf(context), { ...input, ip: context.ip });
      return { sent_to: sentTo, statement, nonce, address, options };
    }),
    handle(calls.stepUpProve, async ({ ticket, way, code, passkey, message, signature }, context) => {
      const given = { code: code ?? null, passkey: passkey ?? null, message: message ?? null, signature: signature ?? null };
      return { until: await service.prove(sessionOf(context), { ticket, way, ip: context.ip, given }) };
    }),
  ];
}
