import type { Metadata } from 'next';
import Link from 'next/link';
import { notFound } from 'next/navigation';
import { CsvOf } from '@/components/console/csv-form';
import { NewCases } from '@/components/console/new-cases';
import { Filters, NextPage, OfUser, PageHead } from '@/components/console/parts';
import { SupportFilters } from '@/components/console/support-filters';
import { Table } from '@/components/console/table';
import { Views } from '@/components/console/views';
import { writePromise, writeSpan } from '@/components/console/words';
import { ask } from '@/lib/console/ask';
import { QUEUE_TITLES } from '@/lib/console/pages';
import { readListQuery, readSupportQuery } from '@/lib/console/query';
import { QUEUE_FILTERS, queueEndpoints, QUEUES, SUPPORT_FILTERS } from '@/lib/operator/queues';
import { reportEndpoints } from '@/lib/operator/reports';
import { supportEndpoints } from '@/lib/operator/support';

export const metadata: Metadata = { title: 'Queue' };
const COLUMNS = [{ name: 'Case' }, { name: 'User' }, { name: 'About' }, { name: 'Age' }, { name: 'Promise' }];
/** What narrows a list, as its address says it. */
function toQuery(narrowed: Readonly<Record<string, string | number | null>>): Record<string, string> {
  return Object.fromEntries(Object.entries(narrowed).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]])));
}

type Props = { params: Promise<{ queue: string }>; searchParams: Promise<Record<string, string | undefined>> };

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
  const now = Date.now();
  const path = `/operator/queues/${queue}`;
  const query = new URLSearchParams({ filter, ...(user === null ? {} : { user }), ...toQuery(narrowed) }).toString();
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
      <Views list={`queue-${queue}`} path={path} query={query} views={views.items.filter(({ list }) => list === `queue-${queue}`)} />
      {isSupport ? (
        <SupportFilters filter={filter} operators={operators} path={path} user={user} {...narrowed} />
      ) : (
        <OfUser path={path} user={user} />
      )}
      <NewCases queue={queue} />
      <Table
        caption={QUEUE_TITLES[queue]}
        columns={isSupport ? [...COLUMNS, { name: 'Language' }, { name: 'Seen to by' }] : COLUMNS}
        rows={items.map(({ id, userId, about, since, promisedAt, holder, lang }) => ({
          // Of what was answered a person may have several.
          key: `${id} ${since}`,
          href: `${path}/${id}`,
          isLate: filter !== 'answered' && promisedAt !== null && promisedAt < now,
          cells: [
            id,
            userId,
            filter === 'answered' ? 'answered' : about,
            writeSpan(now - since),
            filter === 'answered' ? '-' : writePromise(promisedAt, now),
            ...(isSupport ? [lang ?? '-', holder ?? 'nobody'] : []),
          ],
        }))}
      />
      <NextPage href={next === null ? null : `${path}?${query}&after=${next}`} />
      <CsvOf report={queue} />
    </>
  );
}
