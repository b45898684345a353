import type { Metadata } from 'next';
import { ListFrame } from '@/components/console/list-frame';
import { PageHead, Part } from '@/components/console/parts';
import { RequestCard } from '@/components/console/requests';
import { EmptyState } from '@/components/ui/empty-state';
import { ask } from '@/lib/console/ask';
import { readFilters } from '@/lib/console/query';
import { findList } from '@/lib/operator/lists';
import { reportEndpoints } from '@/lib/operator/reports';
import { requestEndpoints } from '@/lib/operator/requests';
import type { ListSearch } from '../list-of';

export const metadata: Metadata = { title: 'Approvals' };

export default async function RequestsPage({ searchParams }: { searchParams: ListSearch }) {
  const { filters, after } = await readFilters(searchParams, 'approvals');
  const [{ items, next }, views] = await Promise.all([ask(requestEndpoints.list, { filters, after }), ask(reportEndpoints.views, {})]);
  return (
    <>
      <PageHead title="Approvals" />
      <ListFrame
        chosen={filters}
        fields={findList('approvals').filters}
        list="approvals"
        next={next}
        path="/operator/requests"
        report="approvals"
        views={views.items}
      >
        {items.length === 0 ? (
          <EmptyState icon="check" text="A request lapses after 48 hours." title="Nothing waits for a second operator" />
        ) : (
          <Part title="Waiting for a second operator">
            <div className="grid grid-cols-1 gap-4 xl:grid-cols-2">
              {items.map((request) => (
                <RequestCard key={request.id} request={request} />
              ))}
            </div>
          </Part>
        )}
      </ListFrame>
    </>
  );
}
