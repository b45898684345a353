import type { AuditFindings } from '../composition/module';

/** Returns what an audit found about one subject as lines: the figures, then every fault, or one line that there are none. */
export function formatFindings(subject: string, { figures, faults }: AuditFindings): string {
  const verdict = faults.length === 0 ? [`${subject}: exact`] : faults.map((fault) => `FAULT ${fault}`);
  return [...figures, ...verdict].map((line) => `${line}\n`).join('');
}
