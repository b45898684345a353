import { z } from 'zod';
import type { Platform } from '../../platform/app';
import { defineJob } from '../../platform/job-kinds';
import type { Decisions } from './withdrawals.decisions';
import { ESCALATE_JOB, RELEASE_JOB, scheduleEscalation } from './withdrawals.schedule';
import { HOUR_MS } from './withdrawals.terms';

/** A review that is over its time is told to operators again this often, as long as it lasts. */
const ESCALATE_EVERY_MS = 6 * HOUR_MS;

/** Returns the jobs that move withdrawals at their time. */
export function createWithdrawalJobs({ clock, metrics, decisions }: Pick<Platform, 'clock' | 'metrics'> & { decisions: Decisions }) {
  return [
    defineJob({
      ...RELEASE_JOB,
      cursor: z.null(),
      async run(tx, { payload: { id } }) {
        await decisions.release(tx, id);
        return null;
      },
    }),
    defineJob({
      ...ESCALATE_JOB,
      cursor: z.null(),
      async run(tx, { payload: { id } }) {
        const late = await decisions.noteLateReview(tx, id);
        if (late === null) return null;
        const hours = Math.floor((clock.now() - late.since) / HOUR_MS);
        metrics.alarm('withdrawal_review_late', { withdrawal: id, hours }, 'a withdrawal is in review for longer than promised');
        await scheduleEscalation(tx, id, clock.now() + ESCALATE_EVERY_MS);
        return null;
      },
    }),
  ];
}
