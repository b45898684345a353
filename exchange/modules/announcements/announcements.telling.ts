import { z } from 'zod';
import type { Platform } from '../../platform/app';
import { appendEvents } from '../../platform/event-log';
import { defineConsumer } from '../../platform/event-kinds';
import { defineJob, type JobKind } from '../../platform/job-kinds';
import { scheduleJob } from '../../platform/jobs.repository';
import { announcementPublished, announcementTold } from './announcements.events';
import { listReaders } from './announcements.repository';

/** People of one transaction. */
const CHUNK = 500;

/**
 * Returns what tells every member of an announcement once it is shown: an event of each, in chunks. One that was ended, or is meant for a sandbox
 * elsewhere, is told to nobody further.
 */
export function createTelling({ clock, env }: Pick<Platform, 'clock' | 'env'>) {
  const job = defineJob({
    name: 'announcement telling',
    payload: z.object({ announcement: z.string() }),
    cursor: z.object({ after: z.string() }),
    async run(tx, { payload: { announcement }, cursor }) {
      const now = clock.now();
      const asked = { announcement, after: cursor?.after ?? '0', isSandbox: env.sandbox, now, limit: CHUNK };
      const readers = await listReaders(tx, asked);
      const last = readers.at(-1);
      if (last === undefined) return null;
      const told = readers.map(({ userId, title }) =>
        announcementTold.create({ userId, mode: null, at: now, payload: { announcement, title } }),
      );
      await appendEvents(tx, told);
      return { after: last.userId };
    },
  });
  const consumer = defineConsumer({
    name: 'announcements',
    kinds: [announcementPublished],
    startsAt: 'oldest',
    async handle(tx, published) {
      for (const { payload } of published)
        await scheduleJob(tx, job, { key: payload.announcement, dueAt: payload.startsAt, payload: { announcement: payload.announcement } });
    },
  });
  return { job: job as unknown as JobKind, consumer };
}
