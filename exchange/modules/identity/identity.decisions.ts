import type { IdentityPage, RefusalReason } from '../../../lib/rules/identity';
import type { Tx } from '../../platform/db';
import { appendEvents } from '../../platform/event-log';
import { endPictures } from '../files/files';
import { readPictureTerms } from '../registry/registry';
import { identityApproved, identityRejected } from './identity.events';
import { decide, type Submission } from './identity.repository';

const DAY_MS = 86_400_000;
/** How `decided_by` begins where an operator decided. */
export const BY_OPERATOR = 'operator ';
type By = { submission: Submission; by: string; at: number };

/** Verifies somebody; the number of the document goes when its pictures do. The submission is held by this transaction and in review. */
export async function approve(tx: Tx, { submission, by, at }: By): Promise<void> {
  const deleteAt = at + (await readPictureTerms(tx, at)).identityDays * DAY_MS;
  await decide(tx, { id: submission.id, state: 'approved', by, at, reason: null, resend: [], deleteAt });
  await appendEvents(tx, [identityApproved.create({ userId: submission.userId, mode: null, at, payload: {} })]);
}

/** Refuses what somebody sent; its pictures go after a while. The submission is held by this transaction and in review. */
export async function reject(tx: Tx, input: By & { reason: RefusalReason; resend: readonly IdentityPage[] }): Promise<void> {
  const { submission, by, at, reason, resend } = input;
  const deleteAt = at + (await readPictureTerms(tx, at)).refusedIdentityDays * DAY_MS;
  const { front, back, hold } = submission.pictures;
  await endPictures(tx, { ids: [front, hold, ...(back === null ? [] : [back])], deleteAt });
  await decide(tx, { id: submission.id, state: 'rejected', by, at, reason, resend, deleteAt });
  const payload = { reason, resend: [...resend] };
  await appendEvents(tx, [identityRejected.create({ userId: submission.userId, mode: null, at, payload })]);
}
