import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { ObjectPage, PageHead, Part } from '@/components/console/parts';
import { HelpActions } from '@/components/console/help-actions';
import { ObjectActions } from '@/components/console/object-actions';
import { Past, Waiting } from '@/components/console/timeline';
import { ask } from '@/lib/console/ask';
import { hrefOfFact, hrefOfObject } from '@/lib/console/pages';
import { readTimelineQuery } from '@/lib/console/query';
import { formatFact } from '@/lib/console/format-fact';
import { getFormatter } from '@/lib/console/read-formatter';
import { helpEndpoints } from '@/lib/operator/help';
import { OBJECT_KINDS, type ObjectKind, objectEndpoints, type ObjectPart } from '@/lib/operator/objects';
import { wordOf } from '@/lib/operator/term-words';
import type { ListSearch } from '../../../list-of';
import { Link } from '@/components/ui/link';

const NAMES: Readonly<Record<ObjectKind, string>> = {
  market: 'Market',
  network: 'Network',
  pool: 'Pool',
  job: 'Job',
  row: 'Row put aside',
  event: 'Event',
  consumer: 'Consumer of events',
  entry: 'Listed',
  announcement: 'Announcement',
  presale: 'Pre-sale',
  incident: 'Incident',
  help: 'Help text',
};
const ID_LENGTH_MAX = 120;
type Props = { params: Promise<{ kind: string; id: string }>; searchParams: ListSearch };

async function readObject({ params }: Props): Promise<{ kind: ObjectKind; id: string; title: string }> {
  const { kind: asked, id: given } = await params;
  const kind = OBJECT_KINDS.find((known) => known === asked) ?? notFound();
  const id = decodeURIComponent(given);
  if (id.length > ID_LENGTH_MAX || id.includes('\0')) notFound();
  return { kind, id, title: `${NAMES[kind]}: ${id}` };
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  return { title: (await readObject(props)).title };
}

export default async function TimelinePage(props: Props) {
  const { kind, id, title } = await readObject(props);
  const [page, format] = await Promise.all([readTimelineQuery(props.searchParams), getFormatter()]);
  const { parts, acts, values, ...timeline } = await ask(objectEndpoints.about, { kind, id, ...page });
  const around = { timeline, page, path: hrefOfObject(kind, id) };
  return (
    <>
      <PageHead title={title} />
      <ObjectPage
        side={
          <>
            <Waiting {...around} />
            <ObjectActions acts={acts} id={id} values={values} />
            {kind === 'help' ? <ChangeHelp entry={id} /> : null}
          </>
        }
      >
        {parts.map((part) => (
          <FactsOf kind={kind} key={part.title} part={part} write={(fact) => formatFact(format, kind, fact)} />
        ))}
        <Past {...around} />
      </ObjectPage>
    </>
  );
}

type FactsProps = { kind: ObjectKind; part: ObjectPart; write(fact: readonly [name: string, value: string]): string };

/** Terms of the registry are called as in the form that changes them. */
const nameOf = (kind: ObjectKind, name: string) => (kind === 'entry' ? wordOf([name]).label : name);

function FactsOf({ kind, part: { title, facts }, write }: FactsProps) {
  return (
    <Part title={write(['', title])}>
      <dl className="grid gap-2 rounded-card bg-surface-1 px-4 py-3 text-small">
        {facts.map(([name, value]) => (
          <div className="grid gap-x-4 sm:grid-cols-[10rem_minmax(0,1fr)]" key={name}>
            <dt className="text-ink-2">{nameOf(kind, name)}</dt>
            <dd className="whitespace-pre-wrap wrap-anywhere">
              <Shown href={hrefOfFact(kind, [name, value])}>{write([name, value])}</Shown>
            </dd>
          </div>
        ))}
      </dl>
    </Part>
  );
}

function Shown({ href, children }: { href: string | null; children: string }) {
  if (href === null) return children;
  return (
    <Link className="text-accent underline underline-offset-2" href={href} prefetch={false}>
      {children}
    </Link>
  );
}

async function ChangeHelp({ entry }: { entry: string }) {
  return <HelpActions entry={entry} {...(await ask(helpEndpoints.show, { entry }))} />;
}
