import { z } from 'zod';
import { countDueParts, countVested, findNextPart } from '../../../lib/rules/presale';
import type { Platform } from '../../platform/app';
import type { Tx } from '../../platform/db';
import { appendEvents } from '../../platform/event-log';
import { defineJob, type JobKind } from '../../platform/job-kinds';
import { createNarrowing } from '../../platform/narrowing';
import { postJournals } from '../ledger/ledger';
import { presaleVested } from './presale.events';
import * as repository from './presale.repository';
import { type TellAside, toDeliveries } from './presale.settling';

const LOOK_MS = 60_000;
/** Purchases of one transaction: each has one journal. */
const CHUNK = 100;

/** Delivers what is due of the next purchases; parts that were missed come at once. Returns false when nothing was due. */
export async function vestChunk(tx: Tx, { at, limit = CHUNK }: { at: number; limit?: number }): Promise<boolean> {
  const due = await repository.lockDueParts(tx, { now: at, limit });
  return due.length > 0 && (await deliver(tx, due, at)) > 0;
}

async function deliver(tx: Tx, due: readonly repository.VestingPurchase[], at: number): Promise<number> {
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
  return rows.length;
}

/** Returns the job that delivers parts that are due, a chunk at a time. A purchase that can't be delivered holds up no other: it is put aside for an hour. */
export function createVestingJob({ clock, tellAside }: Pick<Platform, 'clock'> & { tellAside: TellAside }): JobKind {
  const doChunk = createNarrowing<repository.VestingPurchase>({
    rowsMax: CHUNK,
    onAside: ({ id, presaleId }, err) => tellAside({ presale: presaleId, purchase: id, err }),
  });
  return defineJob({
    name: 'presale vesting',
    payload: z.object({}),
    cursor: z.object({ done: z.number() }),
    period: { everyMs: LOOK_MS, missed: 'last' },
    async run(tx, { cursor, attempts }) {
      const at = clock.now();
      const count = await doChunk({
        attempts,
        list: (limit) => repository.lockDueParts(tx, { now: at, limit }),
        work: (due) => deliver(tx, due, at),
        putAside: ({ id }, why) => repository.putPurchaseAside(tx, { id, at, why }),
      });
      return count === 0 ? null : { done: (cursor?.done ?? 0) + count };
    },
  }) as unknown as JobKind;
}
