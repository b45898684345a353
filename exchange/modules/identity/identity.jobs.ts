import { z } from 'zod';
import type { Platform } from '../../platform/app';
import { defineJob } from '../../platform/job-kinds';
import { approve } from './identity.decisions';
import { lockSubmission } from './identity.repository';

const payload = z.object({ submission: z.string() });
/** Who decided, where nobody did. */
export const BY_SANDBOX = 'sandbox';

/** The work that follows a submission: in a sandbox it approves itself, and everywhere somebody hears of one that is late. */
export function createIdentityJobs({ env, clock, metrics }: Pick<Platform, 'env' | 'clock' | 'metrics'>) {
  const approveInSandbox = defineJob({
    name: 'identity sandbox review',
    payload,
    cursor: z.null(),
    async run(tx, { payload: { submission: id } }) {
      const submission = await lockSubmission(tx, id);
      if (env.sandbox && submission?.state === 'review') await approve(tx, { submission, by: BY_SANDBOX, at: clock.now() });
      return null;
    },
  });
  const watchReview = defineJob({
    name: 'identity review late',
    payload,
    cursor: z.null(),
    async run(tx, { payload: { submission: id } }) {
      const submission = await lockSubmission(tx, id);
      if (submission?.state === 'review') {
        metrics.alarm('identity_review_late', { submission: id }, 'a review of an identity was promised by now and is not done');
      }
      return null;
    },
  });
  return { approveInSandbox, watchReview };
}
export type IdentityJobs = ReturnType<typeof createIdentityJobs>;
