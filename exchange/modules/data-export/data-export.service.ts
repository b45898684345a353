import type { Platform } from '../../platform/app';
import { DomainError } from '../../platform/domain-error';
import { scheduleJob } from '../../platform/jobs.repository';
import { canSeal, createLazySealing } from '../../platform/sealing';
import { EXPORT_EVERY_MS, EXPORT_MADE_MS, EXPORT_OPEN_MS } from '../../../lib/rules/data-export';
import type { StepUp } from '../step-up/step-up';
import { type ExportJob, openPart } from './data-export.job';
import * as stored from './data-export.repository';
import { SECTIONS } from './data-export.sections';

export type Caller = { userId: string; sessionId: string };
type Deps = Pick<Platform, 'db' | 'clock' | 'env'> & { stepUp: StepUp; job: ExportJob };

const COLUMNS = new Map(SECTIONS.map(({ name, columns }) => [name, columns]));

/** Returns what members ask of their own data. */
export function createExportService({ db, clock, env, stepUp, job }: Deps) {
  const sealing = createLazySealing(env);

  async function read(caller: Caller) {
    const found = await stored.findNewest(db.read, { ...caller, now: clock.now() });
    if (found === null) return { id: null, asked: null, ready: null, until: null, open_until: null, next: null, sections: [] };
    const { id, askedAt, readyAt, deleteAt } = found;
    const sums = readyAt === null ? [] : await stored.listSections(db.read, id);
    const sections = sums.map((sum) => ({ ...sum, columns: [...(COLUMNS.get(sum.section) ?? [])] }));
    const next = askedAt + EXPORT_EVERY_MS;
    const until = readyAt === null ? null : deleteAt;
    return {
      id,
      asked: askedAt,
      ready: readyAt,
      until,
      open_until: found.openUntil,
      next: next > clock.now() ? next : null,
      sections,
    };
  }

  return {
    read,

    /** Has an export made. @throws FEATURE_NOT_OFFERED, EXPORT_LATER with `next`, STEP_UP_REQUIRED */
    async ask(caller: Caller) {
      if (!canSeal(env)) throw new DomainError('FEATURE_NOT_OFFERED');
      const { userId } = caller;
      await db.transaction(async (tx) => {
        await stored.lockPerson(tx, userId);
        const now = clock.now();
        const before = await stored.findNewest(tx, { ...caller, now });
        const next = before === null ? 0 : before.askedAt + EXPORT_EVERY_MS;
        const isBeingMade = before !== null && before.readyAt === null;
        if (isBeingMade || next > now)
          throw new DomainError('EXPORT_LATER', { params: { next: new Date(Math.max(next, now)).toISOString() } });
        await stepUp.require(tx, caller, { act: 'export' });
        const id = await stored.insertExport(tx, { userId, at: now, deleteAt: now + EXPORT_MADE_MS });
        await scheduleJob(tx, job, { key: id, dueAt: now, payload: { export: id } });
      });
      return read(caller);
    },

    /** Lets this device download the export that is ready, for a while. @throws NOT_FOUND without one, STEP_UP_REQUIRED */
    async open(caller: Caller) {
      await db.transaction(async (tx) => {
        await stored.lockPerson(tx, caller.userId);
        const now = clock.now();
        const found = await stored.findNewest(tx, { ...caller, now });
        if (found === null || found.readyAt === null) throw new DomainError('NOT_FOUND');
        if (found.openUntil !== null) return;
        await stepUp.require(tx, caller, { act: 'exportDownload' });
        if (!(await stored.openExport(tx, { ...caller, id: found.id, until: now + EXPORT_OPEN_MS })))
          throw new DomainError('SESSION_REQUIRED');
      });
      return read(caller);
    },

    /**
     * Returns one part of the own export, to the device that opened it. @throws NOT_FOUND for one that isn't ready, is over, or is another
     * member's; STEP_UP_REQUIRED
     */
    async readPart(caller: Caller, { id, part }: { id: string; part: number }) {
      const { userId } = caller;
      const found = await stored.findNewest(db.read, { ...caller, now: clock.now() });
      if (found === null || found.id !== id || found.readyAt === null) throw new DomainError('NOT_FOUND');
      if (found.openUntil === null) await stepUp.requireAhead(db.read, caller, { act: 'exportDownload' });
      const kept = await stored.findPart(db.read, { exportId: id, part });
      if (kept === null) throw new DomainError('NOT_FOUND');
      return { section: kept.section, rows: openPart(await sealing(), { exportId: id, part }, userId, kept) };
    },
  };
}
