import { z } from 'zod';
import { IDENTITY_PAGES, REFUSAL_REASONS } from '../../../lib/rules/identity';
import type { Tx } from '../../platform/db';
import type { Sealing } from '../../platform/sealing';
import { type ActionName, ActionRefused, defineAction } from '../operators/operators';
import { approve, BY_OPERATOR, reject } from './identity.decisions';
import { listWaiting, lockSubmission, type Submission } from './identity.repository';
import { aboutNumber } from './identity.sealed';

const idField = z.string().regex(/^[1-9][0-9]{0,17}$/, 'the number of a submission');
const rejection = z.strictObject({
  id: idField,
  reason: z.enum(REFUSAL_REASONS, `one of ${REFUSAL_REASONS.join(', ')}`),
  resend: z
    .array(z.enum(IDENTITY_PAGES, `of ${IDENTITY_PAGES.join(', ')}`))
    .min(1, `what to send again, of ${IDENTITY_PAGES.join(', ')}`)
    .max(IDENTITY_PAGES.length),
});
type Rejection = z.infer<typeof rejection>;
const QUEUE_MAX = 100;

async function lockWaiting(tx: Tx, id: string): Promise<Submission> {
  const submission = await lockSubmission(tx, id);
  if (submission === null) throw new ActionRefused('INPUT_INVALID', `There is no submission ${id}.`);
  if (submission.state !== 'review')
    throw new ActionRefused('INPUT_INVALID', `Submission ${id} was ${submission.state} before: nothing changed.`);
  return submission;
}

const nameOf = (actor: { kind: string; name?: string }) => `${BY_OPERATOR}${actor.name ?? ''}`.trim();

/** A look at what somebody sent: the log says who looked, when and why, and nothing of what was seen. */
export const readIdentityAction = defineAction({
  name: 'identity.read',
  schema: z.strictObject({ id: idField }),
  describe: ({ id }) => [`submission ${id} is shown`],
  async run(tx, { input }) {
    const submission = await lockSubmission(tx, input.id);
    if (submission === null) throw new ActionRefused('INPUT_INVALID', `There is no submission ${input.id}.`);
    return `submission ${submission.id} of user ${submission.userId} was shown`;
  },
});

export const approveIdentityAction = defineAction({
  name: 'identity.approve',
  schema: z.strictObject({ id: idField }),
  describe: ({ id }) => [`submission ${id} is approved`],
  async run(tx, { input, actor, at }) {
    const submission = await lockWaiting(tx, input.id);
    await approve(tx, { submission, by: nameOf(actor), at });
    return `submission ${submission.id}: user ${submission.userId} is verified`;
  },
});

function defineRejection(name: ActionName & ('identity.reject' | 'identity.reject-late'), isLate: boolean) {
  return defineAction<Rejection>({
    name,
    schema: rejection,
    describe: ({ id, reason, resend }) => [`submission ${id} is rejected: ${reason}; to be sent again: ${resend.join(', ')}`],
    async run(tx, { input, actor, at }) {
      const submission = await lockWaiting(tx, input.id);
      // Who was promised an answer by now is refused by two operators, never by one.
      if (!isLate && at > submission.reviewUntil)
        throw new ActionRefused('NOT_ALLOWED', `Submission ${input.id} is late: two operators reject it.`);
      await reject(tx, { submission, by: nameOf(actor), at, reason: input.reason, resend: [...new Set(input.resend)] });
      return `submission ${submission.id} of user ${submission.userId} was rejected: ${input.reason}`;
    },
  });
}
export const rejectIdentityAction = defineRejection('identity.reject', false);
export const rejectLateIdentityAction = defineRejection('identity.reject-late', true);

/** What waits for review, without anything of the persons. */
export async function listIdentityQueue(tx: Tx): Promise<{ id: string; userId: string; submittedAt: number; reviewUntil: number }[]> {
  return listWaiting(tx, QUEUE_MAX);
}

/** Returns what a submission says as lines, to an operator whose look is in the log. */
export async function describeSubmission(tx: Tx, { id, sealing }: { id: string; sealing: Sealing }): Promise<string[]> {
  const found = await lockSubmission(tx, id);
  if (found === null) throw new ActionRefused('INPUT_INVALID', `There is no submission ${id}.`);
  const number = found.number === null ? 'gone' : sealing.open(found.number, aboutNumber(found)).toString('utf8');
  const { front, back, hold } = found.pictures;
  return [
    `submission ${found.id} of user ${found.userId}: ${found.state}, sent ${new Date(found.submittedAt).toISOString()}, promised by ${new Date(found.reviewUntil).toISOString()}`,
    `country ${found.country}`,
    `first name ${found.firstName}`,
    `last name ${found.lastName}`,
    `document ${found.document}, number ${number}`,
    `e-mail ${found.email}`,
    `pictures: front ${front}${back === null ? '' : `, back ${back}`}, with its holder ${hold}`,
  ];
}
