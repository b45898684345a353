import type { AuditCheck } from '../composition/module';
import { ActionRefused } from '../modules/operators/operators';
import type { Database } from '../platform/db';
import { formatFindings } from './format-audit';
import { saveAudit } from './house-queries';

type Subject = { subject: string; figures: string[]; faults: string[] };
let isAuditing = false;

/** Proves what each module can prove, one after the other, and keeps each result with its time; one at a time in a process. @throws ActionRefused */
export async function runAudit(
  db: Database,
  { audits, now }: { audits: readonly AuditCheck[]; now(): number },
): Promise<{ isClean: boolean; subjects: Subject[] }> {
  if (isAuditing) throw new ActionRefused('NOT_ALLOWED', 'An audit runs: wait for its end.');
  isAuditing = true;
  try {
    const subjects: Subject[] = [];
    for (const { subject, run } of audits) {
      const { figures, faults } = await run(db);
      subjects.push({ subject, figures: [...figures], faults: [...faults] });
      await saveAudit(db.read, { subject, at: now(), faults: faults.length });
    }
    return { isClean: subjects.every(({ faults }) => faults.length === 0), subjects };
  } finally {
    isAuditing = false;
  }
}

/** Writes what an audit found as lines. The code is 1 on any fault. */
export function writeAudit({ isClean, subjects }: Awaited<ReturnType<typeof runAudit>>): { code: number; text: string } {
  const lines = subjects.map(({ subject, ...findings }) => formatFindings(subject, findings));
  return { code: isClean ? 0 : 1, text: `${lines.join('')}${isClean ? 'clean' : 'NOT CLEAN'}\n` };
}
