import type { RegistryRow } from '../modules/registry/registry';
import type { LogRow, OpenRequest } from '../modules/operators/operators';

const indent = (text: string) => text.split('\n').map((line) => `    ${line}\n`);
const toTime = (ms: number) => new Date(ms).toISOString();

/** Returns what waits for a second operator: who asks, why, until when, and what exactly would be done. */
export function formatQueue(requests: readonly OpenRequest[]): string {
  if (requests.length === 0) return 'nothing waits for approval\n';
  return requests
    .map((request) =>
      [
        `${request.id}  ${request.act} ${request.target}, asked by ${request.requester} at ${toTime(request.requestedAt)}, lapses at ${toTime(request.expiresAt)}\n`,
        `    reason: ${request.reason}\n`,
        ...indent(request.preview),
      ].join(''),
    )
    .join('');
}

/** Returns rows of the log as lines, in the order given. */
export function formatLog(rows: readonly LogRow[]): string {
  if (rows.length === 0) return 'the log is empty\n';
  return rows
    .map(({ seq, entry, hash }) => {
      const { at, actor, act, phase, target, reason, requestId, outcome, proof } = entry;
      const request = requestId === null ? '' : ` (request ${requestId})`;
      const line = `${seq}  ${toTime(at)}  ${actor} [${proof}]  ${act} ${phase}${request}  ${target}  ${hash.slice(0, 12)}\n`;
      return [line, `    reason: ${reason}\n`, ...(outcome === '' ? [] : indent(outcome))].join('');
    })
    .join('');
}

/** Returns versions of the registry as lines, in the order given. */
export function formatRegistry(rows: readonly RegistryRow[]): string {
  return rows
    .map(({ kind, code, version, takesEffectAt, note, terms }) => {
      const since = takesEffectAt === 0 ? 'from the beginning' : `from ${toTime(takesEffectAt)}: ${note}`;
      return `${kind} ${code}  version ${version}  ${since}\n    ${JSON.stringify(terms)}\n`;
    })
    .join('');
}
