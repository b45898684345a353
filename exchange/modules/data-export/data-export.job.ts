import { gunzipSync, gzipSync } from 'node:zlib';
import { z } from 'zod';
import type { Platform } from '../../platform/app';
import { appendEvents } from '../../platform/event-log';
import { defineJob } from '../../platform/job-kinds';
import { createLazySealing, type Sealing } from '../../platform/sealing';
import { EXPORT_KEPT_MS, EXPORT_ROWS_MAX } from '../../../lib/rules/data-export';
import { exportReady } from './data-export.events';
import * as stored from './data-export.repository';
import type { Cell } from './data-export.section';
import { SECTIONS } from './data-export.sections';

/** Rows of one chunk: of one transaction, and of one sealed part. */
const CHUNK_ROWS = EXPORT_ROWS_MAX;

const cellsSchema = z.array(z.array(z.string().nullable()));
/** What a part is bound to. */
export const aboutPart = ({ exportId, part }: stored.PartKey, userId: string) => `data export ${exportId} ${userId} ${part}`;

function sealPart(sealing: Sealing, of: stored.PartKey, userId: string, rows: readonly Cell[][]) {
  return sealing.seal(gzipSync(JSON.stringify(rows)), aboutPart(of, userId));
}

/** Returns the rows of a part. @throws Error when it was altered, or is another member's */
export function openPart(sealing: Sealing, of: stored.PartKey, userId: string, sealed: { keyId: string; sealed: Buffer }): Cell[][] {
  return cellsSchema.parse(JSON.parse(gunzipSync(sealing.open(sealed, aboutPart(of, userId))).toString('utf8')));
}

/** Returns the job that makes an export: a chunk reads some rows of one section, seals them, and says where the next one goes on. */
export function createExportJob({ clock, env }: Pick<Platform, 'clock' | 'env'>) {
  const sealing = createLazySealing(env);
  return defineJob({
    name: 'data export',
    payload: z.object({ export: z.string() }),
    cursor: z.object({ section: z.number().int(), after: z.array(z.string()).nullable(), part: z.number().int() }),
    async run(tx, { payload: { export: exportId }, cursor }) {
      const { section: index, after, part } = cursor ?? { section: 0, after: null, part: 0 };
      const now = clock.now();
      const userId = await stored.findOwner(tx, { id: exportId, now });
      const section = SECTIONS[index];
      if (userId === null || section === undefined) return null;
      const { rows, next } = await section.read(tx, { userId, after, limit: CHUNK_ROWS });
      // The first part of a section is there without rows too: its file says that there were none.
      const isKept = rows.length > 0 || after === null;
      if (isKept) {
        const of = { exportId, part };
        await stored.insertPart(tx, { ...of, section: section.name, rows: rows.length, ...sealPart(await sealing(), of, userId, rows) });
      }
      const nextPart = isKept ? part + 1 : part;
      if (next !== null) return { section: index, after: [...next], part: nextPart };
      if (index + 1 < SECTIONS.length) return { section: index + 1, after: null, part: nextPart };
      const until = now + EXPORT_KEPT_MS;
      await stored.noteReady(tx, { id: exportId, at: now, deleteAt: until });
      await appendEvents(tx, [exportReady.create({ userId, mode: null, at: now, payload: { until } })]);
      return null;
    },
  });
}
export type ExportJob = ReturnType<typeof createExportJob>;
