import type { ReactNode } from 'react';
import { hrefOfTarget, type TimelinePage } from '@/lib/console/pages';
import { type Formatter, formatAction, isOfKind } from '@/lib/console/formatter';
import { getFormatter } from '@/lib/console/read-formatter';
import type { LogLine, OperatorTimeline } from '@/lib/operator/requests';
import { Part } from './parts';
import { RequestCard } from './requests';
import { Link } from '../ui/link';

/** What operators did, newest first; each names what it was about, and leads there. */
export async function Timeline({ lines }: { lines: readonly LogLine[] }) {
  if (lines.length === 0) return <p className="text-ink-2 text-small">No operator has done anything here.</p>;
  const format = await getFormatter();
  return (
    <ol className="grid gap-3">
      {lines.map((line) => (
        <li className="grid gap-0.5 border-line border-s-2 ps-3 text-small" key={line.seq}>
          <Row line={line} format={format} />
        </li>
      ))}
    </ol>
  );
}

/** How the exchange says that a list was looked at, before how it was narrowed. */
const LIST_SHOWN = /^the list \S+ was shown /;

function Row({ line, format }: { line: LogLine; format: Formatter }) {
  const { seq, at, actor, proof, act, phase, target, reason, outcome, hash } = line;
  const where = hrefOfTarget(act, target);
  const about = isOfKind(act, target) ? null : where === null ? target : <AboutLink href={where}>{target}</AboutLink>;
  const when = `${format.time(at)} · row ${seq} · by ${proof} · ${hash}`;
  // A page that was only opened is told in a line: acts are what is looked for.
  if ((act === 'cases.read' || (act === 'lists.read' && target.startsWith('user '))) && reason === 'opened')
    return (
      <p className="wrap-anywhere text-ink-3 text-micro">
        {actor} opened the page of {about} · {when}
      </p>
    );
  if (act === 'lists.read' && reason === 'opened')
    return (
      <p className="wrap-anywhere text-ink-3 text-micro">
        {actor} looked at the list {about} {outcome.replace(LIST_SHOWN, '')} · {when}
      </p>
    );
  return (
    <>
      <p>
        <b>{actor}</b> {phase} <span>{formatAction(act)}</span> {about}
      </p>
      <p className="wrap-anywhere text-ink-2">“{reason}”</p>
      {outcome === '' ? null : <pre className="whitespace-pre-wrap wrap-anywhere text-ink-2">{outcome}</pre>}
      <p className="wrap-anywhere text-ink-3 text-micro">{when}</p>
    </>
  );
}

const AboutLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <Link className="text-accent underline underline-offset-2" data-row href={href} prefetch={false}>
    {children}
  </Link>
);

type Props = { timeline: OperatorTimeline; page: TimelinePage; path: string };

function More({ to, children }: { to: string | null; children: ReactNode }) {
  if (to === null) return null;
  return (
    <Link className="inline-flex min-h-11 items-center text-accent text-small" data-next href={to} prefetch={false}>
      {children}
    </Link>
  );
}

const pathOf = (path: string, { after, before }: TimelinePage) => {
  const asked = Object.entries({ after, before }).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]]));
  return asked.length === 0 ? path : `${path}?${new URLSearchParams(asked)}`;
};

/** What waits about an object for a second operator, a page of it, and the way on. */
export function Waiting({ timeline: { requests, next }, page, path }: Props) {
  return (
    <>
      {requests.map((request) => (
        <RequestCard key={request.id} request={request} />
      ))}
      <More to={next.after === null ? null : pathOf(path, { ...page, after: next.after })}>Requests asked later</More>
      <More to={page.after === null ? null : pathOf(path, { ...page, after: null })}>The first requests</More>
    </>
  );
}

/** What operators did about an object, a page of it, and the way on. */
export function Past({ timeline: { log, next }, page, path }: Props) {
  return (
    <Part isPast title="What operators did">
      <Timeline lines={log} />
      <div className="flex flex-wrap gap-x-6">
        <More to={next.before === null ? null : pathOf(path, { ...page, before: next.before })}>Older rows</More>
        <More to={page.before === null ? null : pathOf(path, { ...page, before: null })}>The newest rows</More>
      </div>
    </Part>
  );
}
