import type { Metadata } from 'next';
import Link from 'next/link';
import { notFound } from 'next/navigation';
import { CsvOf } from '@/components/console/csv-form';
import { NewCases } from '@/components/console/new-cases';
import { Filters, NextPage, OfUser, PageHead } from '@/components/console/parts';
import { Table } from '@/components/console/table';
import { Views } from '@/components/console/views';
import { writePromise, writeSpan } from '@/components/console/words';
import { ask } from '@/lib/console/ask';
import { QUEUE_TITLES } from '@/lib/console/pages';
import { readListQuery } from '@/lib/console/query';
import { QUEUE_FILTERS, queueEndpoints, QUEUES, SUPPORT_FILTERS } from '@/lib/operator/queues';
import { reportEndpoints } from '@/lib/operator/reports';

export const metadata: Metadata = { title: 'Queue' };
const COLUMNS = [{ name: 'Case' }, { name: 'User' }, { name: 'About' }, { name: 'Age' }, { name: 'Promise' }];
type Props = { params: Promise<{ queue: string }>; searchParams: Promise<Record<string, string | undefined>> };

export default async function QueuePage({ params, searchParams }: Props) {
  const { queue: asked } = await params;
  const queue = QUEUES.find((known) => known === asked) ?? notFound();
  const filters = queue === 'support' ? SUPPORT_FILTERS : QUEUE_FILTERS;
  const { filter, user, after } = await readListQuery(searchParams, filters);
  const [{ items, next }, views] = await Promise.all([
    ask(queueEndpoints.list, { queue, filter, user, after }),
    ask(reportEndpoints.views, {}),
  ]);
  const now = Date.now();
  const path = `/operator/queues/${queue}`;
  const query = `filter=${filter}${user === null ? '' : `&user=${user}`}`;
  return (
    <>
      <PageHead title={QUEUE_TITLES[queue]}>
        {queue === 'support' ? (
          <Link className="inline-flex min-h-11 items-center text-accent text-small" href="/operator/answers" prefetch={false}>
            Saved answers
          </Link>
        ) : null}
        <Filters chosen={filter} name="Which" options={filters} path={path} />
      </PageHead>
      <Views list={`queue-${queue}`} path={path} query={query} views={views.items.filter(({ list }) => list === `queue-${queue}`)} />
      <OfUser path={path} user={user} />
      <NewCases queue={queue} />
      <Table
        caption={QUEUE_TITLES[queue]}
        columns={queue === 'support' ? [...COLUMNS, { name: 'Seen to by' }] : COLUMNS}
        rows={items.map(({ id, userId, about, since, promisedAt, holder }) => ({
          key: id,
          href: `${path}/${id}`,
          isLate: promisedAt !== null && promisedAt < now,
          cells: [
            id,
            userId,
            about,
            writeSpan(now - since),
            writePromise(promisedAt, now),
            ...(queue === 'support' ? [holder ?? 'nobody'] : []),
          ],
        }))}
      />
      <NextPage href={next === null ? null : `${path}?${query}&after=${next}`} />
      <CsvOf report={queue} />
    </>
  );
}
