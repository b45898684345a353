import type { LogLine } from '@/lib/operator/requests';
import { writeAct, writeTime } from './words';

/** What operators did about an object, newest first. */
export function Timeline({ lines }: { lines: readonly LogLine[] }) {
  if (lines.length === 0) return <p className="text-ink-2 text-small">No operator has done anything here.</p>;
  return (
    <ol className="grid gap-3">
      {lines.map(({ seq, at, actor, proof, act, phase, target, reason, outcome, hash }) => (
        <li className="grid gap-0.5 border-line border-s-2 ps-3 text-small" key={seq}>
          <p>
            <b>{actor}</b> {phase} <span>{writeAct(act)}</span> {target}
          </p>
          <p className="text-ink-2">“{reason}”</p>
          {outcome === '' ? null : <pre className="whitespace-pre-wrap wrap-anywhere text-ink-2">{outcome}</pre>}
          <p className="text-ink-3 text-micro">
            {writeTime(at)} · row {seq} · by {proof} · {hash}
          </p>
        </li>
      ))}
    </ol>
  );
}
