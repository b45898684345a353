import { z } from 'zod';
import { ActionRefused, defineAction } from '../modules/operators/operators';
import { type ListedJob, requeueJob } from '../platform/jobs.repository';

/** Has a job that was put aside tried again, from where it stopped. */
export const retryJobAction = defineAction({
  name: 'jobs.retry',
  schema: z.strictObject({ job: z.string().regex(/^[1-9][0-9]{0,17}$/, 'the number of a job') }),
  describe: ({ job }) => [`job ${job} is tried again`],
  async run(tx, { input, at }) {
    const job = await requeueJob(tx, input.job, at);
    if (job === null) throw new ActionRefused('INPUT_INVALID', `No job ${input.job} was put aside.`);
    return `job ${input.job} (${job.kind}, ${job.key}) is tried again`;
  },
});

/** Returns jobs as lines, in the order given: what was put aside needs an operator, the rest is shown beside it. */
export function formatJobs(jobs: readonly ListedJob[]): string {
  if (jobs.length === 0) return 'no job waits\n';
  return jobs
    .map(({ id, kind, key, state, dueAt, runAt, attempts, error }) => {
      const tried = attempts === 0 ? '' : `, failed ${attempts} times: ${error}`;
      const when = state === 'dead' ? 'PUT ASIDE' : `next at ${runAt.toISOString()}`;
      return `${id}  ${kind}  ${key}  due ${dueAt.toISOString()}  ${when}${tried}\n`;
    })
    .join('');
}
