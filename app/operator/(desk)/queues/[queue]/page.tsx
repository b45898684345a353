import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { PageHead } from '@/components/console/parts';
import { Table } from '@/components/console/table';
import { writeSpan } from '@/components/console/words';
import { ask } from '@/lib/console/ask';
import { QUEUE_TITLES } from '@/lib/console/pages';
import { queueEndpoints, QUEUES } from '@/lib/operator/queues';

export const metadata: Metadata = { title: 'Queue' };
const COLUMNS = [{ name: 'Case' }, { name: 'User' }, { name: 'About' }, { name: 'Age' }, { name: 'Promise' }];

export default async function QueuePage({ params }: { params: Promise<{ queue: string }> }) {
  const { queue: asked } = await params;
  const queue = QUEUES.find((known) => known === asked) ?? notFound();
  const { items } = await ask(queueEndpoints.list, { queue });
  const now = Date.now();
  const promise = (at: number | null) => (at === null ? '-' : at < now ? `late by ${writeSpan(now - at)}` : `in ${writeSpan(at - now)}`);
  return (
    <>
      <PageHead title={QUEUE_TITLES[queue]} />
      <Table
        caption={QUEUE_TITLES[queue]}
        columns={COLUMNS}
        rows={items.map(({ id, userId, about, since, promisedAt }) => ({
          key: id,
          href: `/operator/queues/${queue}/${id}`,
          isLate: promisedAt !== null && promisedAt < now,
          cells: [id, userId, about, writeSpan(now - since), promise(promisedAt)],
        }))}
      />
    </>
  );
}
