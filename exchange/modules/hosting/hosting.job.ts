import { z } from 'zod';
import { MODES } from '../../../lib/protocol/wire';
import type { Platform } from '../../platform/app';
import type { Tx } from '../../platform/db';
import { defineJob, type JobKind } from '../../platform/job-kinds';
import type { HostingPlan } from '../registry/registry';
import { findDueBook, listBooks } from './hosting.books.repository';
import { HOSTING_JOB } from './hosting.postings';
import { noteFirstPrices, openBook, tellStopped, type ValuationDeps, valueBook } from './hosting.valuation';

/** Looks at what is due: a valuation begins within so long after its time. */
const LOOK_MS = 5_000;
/** A valuation that waits for longer than this has an alarm. */
const LATE_MS = 30 * 60_000;
/** Before the first book. */
const FIRST = '0';

/**
 * Returns the job that opens books, values them and settles their positions, a chunk at a time. A book that waits (for prices, for cash, for its orders)
 * holds up no other, nor does one whose chunk fails: it is gone past, with an alarm, and tried again at the next look.
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

  function goPast(id: string): void {
    waiting.inc({ why: 'failed' });
    metrics.alarm('hosting_failed', { book: id }, 'a piece of the valuation of a hosting book fails: its error stands in the log');
  }

  return defineJob({
    name: HOSTING_JOB,
    payload: z.object({}),
    cursor: z.object({ book: z.string() }),
    period: { everyMs: LOOK_MS, missed: 'last' },
    async run(tx, { cursor, attempts }) {
      const now = clock.now();
      if (cursor === null) {
        // A book that can't be opened holds up no valuation: it is tried once a look.
        if (attempts === 0) {
          await openMissing(tx, listPlans(), now);
          await noteFirstPrices(tx, deps.readMarks);
        }
        return { book: FIRST };
      }
      const id = await findDueBook(tx, { after: cursor.book, now });
      if (id === null) return null;
      if (attempts > 0) {
        goPast(id);
        return { book: id };
      }
      const progress = await valueBook(tx, { id, at: now }, deps);
      if (progress.hasStopped) tellStopped(metrics, { id });
      if (progress.kind === 'waits') await tellWait(tx, { id, why: progress.why ?? '', now });
      return { book: progress.kind === 'worked' ? cursor.book : id };
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
