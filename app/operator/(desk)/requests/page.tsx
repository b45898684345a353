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
import { signInEndpoints } from '@/lib/operator/sign-in';
import type { ListSearch } from '../list-of';

export const metadata: Metadata = { title: 'Approvals' };

export default async function RequestsPage({ searchParams }: { searchParams: ListSearch }) {
  const { filters } = await readFilters(searchParams, 'approvals');
  const [{ items }, views, { name }] = await Promise.all([
    ask(requestEndpoints.list, {}),
    ask(reportEndpoints.views, {}),
    ask(signInEndpoints.me, {}),
  ]);
  const { asked, about } = filters;
  const shown = items.filter(
    ({ act, requester }) =>
      (about === undefined || act.startsWith(`${about}.`)) && (asked === undefined || (requester === name) === (asked === 'by me')),
  );
  return (
    <>
      <PageHead title="Approvals" />
      <ListFrame
        chosen={filters}
        fields={findList('approvals').filters}
        list="approvals"
        next={null}
        path="/operator/requests"
        report="approvals"
        views={views.items}
      >
        {shown.length === 0 ? (
          <EmptyState icon="check" text="A request lapses after 48 hours." title="Nothing waits for a second operator" />
        ) : (
          <Part title="Waiting for a second operator">
            <div className="grid grid-cols-1 gap-4 xl:grid-cols-2">
              {shown.map((request) => (
                <RequestCard key={request.id} request={request} />
              ))}
            </div>
          </Part>
        )}
      </ListFrame>
    </>
  );
}
