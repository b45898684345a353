import type { AuditCheck, AuditFindings } from '../composition/module';
import type { Database } from '../platform/db';

/** Returns what an audit found about one subject as lines: the figures, then every fault, or one line that there are none. */
export function formatFindings(subject: string, { figures, faults }: AuditFindings): string {
  const verdict = faults.length === 0 ? [`${subject}: exact`] : faults.map((fault) => `FAULT ${fault}`);
  return [...figures, ...verdict].map((line) => `${line}\n`).join('');
}

/** Runs what modules can prove, one after the other. The code is 1 on any fault. */
export async function runAudits(db: Database, audits: readonly AuditCheck[]): Promise<{ code: number; text: string }> {
  let text = '';
  let isClean = true;
  for (const { subject, run } of audits) {
    const findings = await run(db);
    isClean &&= findings.faults.length === 0;
    text += formatFindings(subject, findings);
  }
  return { code: isClean ? 0 : 1, text: `${text}${isClean ? 'clean' : 'NOT CLEAN'}\n` };
}
