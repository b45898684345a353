import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { type FilterField, USER_FIELD } from '@/components/console/filter-form';
import { ListFrame } from '@/components/console/list-frame';
import { NewCases } from '@/components/console/new-cases';
import { Filters, PageHead } from '@/components/console/parts';
import { Table } from '@/components/console/table';
import { writePromise, formatSpan } from '@/lib/console/formatter';
import { getFormatter } from '@/lib/console/read-formatter';
import { ask } from '@/lib/console/ask';
import { EMPTY_QUEUES, NOTHING_FITS } from '@/lib/console/empty-texts';
import { QUEUE_TITLES } from '@/lib/console/pages';
import { readListQuery, readSupportQuery } from '@/lib/console/query';
import { QUEUE_FILTERS, queueEndpoints, QUEUES, SUPPORT_FILTERS, WAITED_MINUTES } from '@/lib/operator/queues';
import { reportEndpoints } from '@/lib/operator/reports';
import { supportEndpoints } from '@/lib/operator/support';
import { LOCALES } from '@/lib/protocol/wire';
import type { ListSearch } from '../../list-of';
import { Link } from '@/components/ui/link';

export const metadata: Metadata = { title: 'Queue' };
const columnsOf = (about: string) => [{ name: 'Case' }, { name: 'User' }, { name: about }, { name: 'Age' }, { name: 'Promise' }];
/** What narrows a list, as its address says it. */
function toQuery(narrowed: Readonly<Record<string, string | number | null>>): Record<string, string> {
  return Object.fromEntries(Object.entries(narrowed).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]])));
}

const MINUTE_MS = 60_000;

/** What narrows the inbox of support beside its user and its state. */
const supportFields = (operators: readonly string[]): FilterField[] => [
  { name: 'holder', label: 'Seen to by', options: operators },
  {
    name: 'waited',
    label: 'Waits for',
    options: WAITED_MINUTES.map((minutes) => [String(minutes), `over ${formatSpan(minutes * MINUTE_MS)}`] as const),
  },
  { name: 'lang', label: 'Language', options: LOCALES },
];

type Props = { params: Promise<{ queue: string }>; searchParams: ListSearch };

export default async function QueuePage({ params, searchParams }: Props) {
  const { queue: asked } = await params;
  const queue = QUEUES.find((known) => known === asked) ?? notFound();
  const filters = queue === 'support' ? SUPPORT_FILTERS : QUEUE_FILTERS;
  const isSupport = queue === 'support';
  const { filter, user, after } = await readListQuery(searchParams, filters);
  const narrowed = isSupport ? await readSupportQuery(searchParams) : { lang: null, waited: null, holder: null };
  const [{ items, next }, views, operators] = await Promise.all([
    ask(queueEndpoints.list, { queue, filter, user, after, ...narrowed }),
    ask(reportEndpoints.views, {}),
    isSupport ? ask(supportEndpoints.desk, {}).then((desk) => desk.operators) : [],
  ]);
  const format = await getFormatter();
  const now = Date.now();
  const path = `/operator/queues/${queue}`;
  const chosen = toQuery({ user, ...narrowed });
  const isNarrowed = filter !== filters[0] || after !== null || Object.keys(chosen).length > 0;
  return (
    <>
      <PageHead title={QUEUE_TITLES[queue]}>
        {isSupport ? (
          <Link className="inline-flex min-h-11 items-center text-accent text-small" href="/operator/answers" prefetch={false}>
            Saved answers
          </Link>
        ) : null}
        <Filters chosen={filter} name="Which" options={filters} path={path} />
      </PageHead>
      <ListFrame
        chosen={chosen}
        fields={isSupport ? [USER_FIELD, ...supportFields(operators)] : [USER_FIELD]}
        kept={{ filter }}
        list={`queue-${queue}`}
        next={next}
        path={path}
        report={queue}
        views={views.items}
      >
        <NewCases queue={queue} />
        <Table
          caption={QUEUE_TITLES[queue]}
          empty={isNarrowed ? NOTHING_FITS : EMPTY_QUEUES[queue]}
          columns={isSupport ? [...columnsOf('State'), { name: 'Language' }, { name: 'Seen to by' }] : columnsOf('About')}
          rows={items.map(({ id, userId, about, since, promisedAt, holder, lang }) => ({
            // Of what was answered a person may have several.
            key: `${id} ${since}`,
            href: `${path}/${id}`,
            isLate: filter !== 'answered' && promisedAt !== null && promisedAt < now,
            cells: [
              id,
              userId,
              filter === 'answered' ? 'answered' : format.sum(about),
              formatSpan(now - since),
              filter === 'answered' ? '-' : writePromise(promisedAt, now),
              ...(isSupport ? [lang ?? '-', holder ?? 'nobody'] : []),
            ],
          }))}
        />
      </ListFrame>
    </>
  );
}
