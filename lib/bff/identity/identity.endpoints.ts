import 'server-only';
import * as api from '../../api/identity';
import * as dto from '../../dto/identity';
import type { Identity } from '../../dto/identity';
import { doneSchema, nothing } from '../../dto/shared';
import type { AnswerOf } from '../../protocol/define-call';
import { identityState, submitIdentity } from '../../protocol/identity';
import { mailCode } from '../../protocol/sign-in';
import { REFUSAL_REASONS } from '../../rules/identity';
import { serve, serveCall } from '../operation';
import { callAs, toIsoOrNull } from '../upstream';

const done = { done: true } as const;
const STATES: Record<number, Identity['state']> = { 0: 'none', 1: 'review', 2: 'verified', 3: 'rejected' };

/** Returns who the user is; a number that is no state counts as none. */
function reshapeIdentity(wire: AnswerOf<typeof identityState>): Identity {
  const reason = REFUSAL_REASONS.find((known) => known === wire.reason) ?? null;
  return {
    state: STATES[wire.idstate] ?? 'none',
    submittedAt: toIsoOrNull(wire.submitted_at ?? null),
    reviewUntil: toIsoOrNull(wire.review_until ?? null),
    decidedAt: toIsoOrNull(wire.decided_at ?? null),
    isBySandbox: wire.by_sandbox ?? false,
    reason,
    words: reason === null ? (wire.reason ?? null) : null,
    resend: wire.resend ?? [],
    country: wire.country ?? null,
    firstName: wire.first_name ?? null,
    lastName: wire.last_name ?? null,
    document: wire.type ?? null,
    email: wire.email ?? null,
    pictures: wire.front === undefined ? null : { front: wire.front, back: wire.back ?? null, hold: wire.hold ?? null },
  };
}

export const identity = serveCall(api.identity, {
  input: nothing,
  output: dto.identitySchema,
  summary: 'Who the user is, as far as anybody has looked',
  call: identityState,
  fields: () => ({}),
  reshape: reshapeIdentity,
});

export const identitySubmit = serveCall(api.identitySubmit, {
  input: dto.identityInputSchema,
  output: doneSchema,
  summary: 'Say who one is, with pictures that were given before',
  call: submitIdentity,
  fields: ({ country, firstName, lastName, document, number, front, back, hold, email, code }) => ({
    ...{ country, number, front, hold, email },
    first_name: firstName,
    last_name: lastName,
    type: document,
    ...(back === null ? {} : { back }),
    mailcode: code,
  }),
  reshape: () => done,
});

export const identityCode = serve(api.identityCode, {
  input: dto.identityCodeInputSchema,
  output: doneSchema,
  rate: 'mail',
  summary: 'Mail a code that proves an address to be the user\u2019s own',
  run: async ({ input, session, ip }) => {
    await callAs({ session, ip }, mailCode, { email: input.email, purpose: 'kyc' });
    return done;
  },
});
