import * as calls from '../../../lib/protocol/identity';
import { handle, type RegisteredCall, sessionOf } from '../../http/register-call';
import { BY_SANDBOX } from './identity.jobs';
import type { Submission } from './identity.repository';
import type { IdentityService } from './identity.service';

const STATES = { review: 1, approved: 2, rejected: 3 } as const;

/** Returns calls 12 and 13: wire fields to service and back. */
export function createIdentityHandlers(service: IdentityService): RegisteredCall[] {
  return [
    handle(calls.identityState, async (_input, context) => {
      const found = await service.find(sessionOf(context).userId);
      return found === null ? { idstate: 0 } : toWire(found);
    }),
    handle(calls.submitIdentity, async (input, context) => {
      await service.submit(sessionOf(context).userId, {
        country: input.country,
        firstName: input.first_name,
        lastName: input.last_name,
        document: input.type,
        number: input.number,
        front: input.front,
        back: input.back ?? null,
        hold: input.hold,
        email: input.email,
        code: input.mailcode,
      });
      return 'Submitted successfully';
    }),
  ];
}

function picturesOf({ pictures: { front, back, hold } }: Submission) {
  return { front, hold, ...(back === null ? {} : { back }) };
}

function toWire(found: Submission) {
  return {
    idstate: STATES[found.state],
    ...(found.reason === null ? {} : { reason: found.reason, resend: found.resend }),
    submitted_at: found.submittedAt,
    review_until: found.reviewUntil,
    ...(found.decidedAt === null ? {} : { decided_at: found.decidedAt, by_sandbox: found.decidedBy === BY_SANDBOX }),
    country: found.country,
    first_name: found.firstName,
    last_name: found.lastName,
    type: found.document,
    email: found.email,
    ...(found.state === 'rejected' ? picturesOf(found) : {}),
  };
}
