import { z } from 'zod';
import { countDueParts, countVested, findNextPart } from '../../../lib/rules/presale';
import type { Platform } from '../../platform/app';
import type { Tx } from '../../platform/db';
import { appendEvents } from '../../platform/event-log';
import { defineJob, type JobKind } from '../../platform/job-kinds';
import { postJournals } from '../ledger/ledger';
import { presaleVested } from './presale.events';
import * as repository from './presale.repository';
import { toDeliveries } from './presale.settling';

const LOOK_MS = 60_000;
/** Purchases of one transaction: each has one journal. */
const CHUNK = 100;

/** Delivers what is due of the next purchases; parts that were missed come at once. Returns false when nothing was due. */
export async function vestChunk(tx: Tx, { at, limit = CHUNK }: { at: number; limit?: number }): Promise<boolean> {
  const due = await repository.lockDueParts(tx, { now: at, limit });
  if (due.length === 0) return false;
  const rows = due.map((purchase) => {
    const partsDone = countDueParts({ ...purchase, now: at });
    const allotted = purchase.allotted ?? 0n;
    const delivered = countVested({ ...purchase, allotted, done: partsDone });
    const nextPartAt = findNextPart({ ...purchase, done: partsDone });
    return { ...purchase, allotted, delivered, partsDone, nextPartAt, tokens: delivered - purchase.delivered };
  });
  await repository.settlePurchases(tx, { rows, at });
  const journals = rows.flatMap((row) => toDeliveries(row, at));
  if (journals.length > 0) await postJournals(tx, journals);
  await appendEvents(
    tx,
    rows
      .filter(({ tokens }) => tokens > 0n)
      .map(({ presaleId, userId, asset, tokens, allotted, delivered }) =>
        presaleVested.create({
          userId,
          mode: 'real',
          at,
          payload: { presale: presaleId, asset, tokens: String(tokens), left: String(allotted - delivered) },
        }),
      ),
  );
  return true;
}

/** Returns the job that delivers parts that are due, a chunk at a time. */
export function createVestingJob({ clock }: Pick<Platform, 'clock'>): JobKind {
  return defineJob({
    name: 'presale vesting',
    payload: z.object({}),
    cursor: z.object({ done: z.number() }),
    period: { everyMs: LOOK_MS, missed: 'last' },
    async run(tx, { cursor }) {
      return (await vestChunk(tx, { at: clock.now() })) ? { done: (cursor?.done ?? 0) + 1 } : null;
    },
  }) as unknown as JobKind;
}
