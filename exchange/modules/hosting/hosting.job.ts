import { z } from 'zod';
import { MODES } from '../../../lib/protocol/wire';
import type { Platform } from '../../platform/app';
import type { Tx } from '../../platform/db';
import { defineJob, type JobKind } from '../../platform/job-kinds';
import type { HostingPlan } from '../registry/registry';
import { findDueBook, listBooks } from './hosting.books.repository';
import { HOSTING_JOB } from './hosting.postings';
import { openBook, type ValuationDeps, valueBook } from './hosting.valuation';

/** Looks at what is due: a valuation begins within so long after its time. */
const LOOK_MS = 5_000;
/** A valuation that waits for longer than this has an alarm. */
const LATE_MS = 30 * 60_000;

/**
 * Returns the job that opens books, values them and settles their positions, a piece at a time. A book that waits (for prices, for cash, for its orders)
 * holds up no other.
 */
export function createValuationJob(
  { clock, metrics }: Pick<Platform, 'clock' | 'metrics'>,
  { listPlans, ...deps }: ValuationDeps & { listPlans(): HostingPlan[] },
): JobKind {
  const waiting = metrics.counter({ name: 'hosting_waits_total', help: 'Valuations that waited, by what for', labelNames: ['why'] });

  async function tellWait(tx: Tx, { id, why, now }: { id: string; why: string; now: number }): Promise<void> {
    waiting.inc({ why });
    const book = (await listBooks(tx)).find((each) => each.id === id);
    if (book?.nextAt != null && now - book.nextAt > LATE_MS) {
      metrics.alarm('hosting_waits', { book: id, why }, 'a valuation of a hosting book waits for long');
    }
  }

  return defineJob({
    name: HOSTING_JOB,
    payload: z.object({}),
    cursor: z.object({ book: z.string() }),
    period: { everyMs: LOOK_MS, missed: 'last' },
    async run(tx, { cursor }) {
      const now = clock.now();
      if (cursor === null && (await openMissing(tx, listPlans(), now))) return { book: '0' };
      const after = cursor?.book ?? '0';
      const id = await findDueBook(tx, { after, now });
      if (id === null) return null;
      const progress = await valueBook(tx, { id, at: now }, deps);
      if (progress.kind === 'waits') await tellWait(tx, { id, why: progress.why ?? '', now });
      return { book: progress.kind === 'worked' ? after : id };
    },
  }) as unknown as JobKind;
}

/** Opens one book that there is not yet, of a plan that the house can seed. Returns whether it did. */
export async function openMissing(tx: Tx, plans: readonly HostingPlan[], at: number): Promise<boolean> {
  const known = new Set((await listBooks(tx)).map(({ plan, mode }) => `${plan} ${mode}`));
  for (const plan of plans) {
    for (const mode of MODES) {
      if (!known.has(`${plan.id} ${mode}`) && (await openBook(tx, { plan, mode, at }))) return true;
    }
  }
  return false;
}
