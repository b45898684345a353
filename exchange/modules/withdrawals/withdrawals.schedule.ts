import { z } from 'zod';
import type { Tx } from '../../platform/db';
import { scheduleJob, scheduleJobs } from '../../platform/jobs.repository';

const payload = z.object({ id: z.string() });
export const RELEASE_JOB = { name: 'withdrawals release', payload };
export const ESCALATE_JOB = { name: 'withdrawals escalate', payload };

/** Plans what moves new withdrawals at their time, in one statement. */
export async function scheduleNew(
  tx: Tx,
  rows: readonly { id: string; state: string; until: number | null; requestedAt: number }[],
): Promise<void> {
  await scheduleJobs(
    tx,
    rows.flatMap(({ id, state, until, requestedAt }) => {
      const kind = state === 'waiting' ? RELEASE_JOB.name : state === 'review' ? ESCALATE_JOB.name : null;
      const dueAt = until ?? requestedAt;
      return kind === null ? [] : [{ kind, key: `${id}.${dueAt}`, dueAt, payload: { id } }];
    }),
  );
}

/** Plans the end of the time that a first payment waits. */
export async function scheduleRelease(tx: Tx, id: string, dueAt: number): Promise<void> {
  await scheduleJob(tx, RELEASE_JOB, { key: `${id}.${dueAt}`, dueAt, payload: { id } });
}

/** Plans the moment at which a review is late. */
export async function scheduleEscalation(tx: Tx, id: string, dueAt: number): Promise<void> {
  await scheduleJob(tx, ESCALATE_JOB, { key: `${id}.${dueAt}`, dueAt, payload: { id } });
}
