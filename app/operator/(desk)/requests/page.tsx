import type { Metadata } from 'next';
import { CsvOf } from '@/components/console/csv-form';
import { PageHead, Part } from '@/components/console/parts';
import { RequestCard } from '@/components/console/requests';
import { EmptyState } from '@/components/ui/empty-state';
import { ask } from '@/lib/console/ask';
import { requestEndpoints } from '@/lib/operator/requests';

export const metadata: Metadata = { title: 'Approvals' };

export default async function RequestsPage() {
  const { items } = await ask(requestEndpoints.list, {});
  return (
    <>
      <PageHead title="Approvals" />
      {items.length === 0 ? (
        <EmptyState icon="check" text="A request lapses after 48 hours." title="Nothing waits for a second operator" />
      ) : null}
      {items.length > 0 ? (
        <Part title="What waits for a second operator">
          <div className="grid grid-cols-1 gap-4 xl:grid-cols-2">
            {items.map((request) => (
              <RequestCard key={request.id} request={request} />
            ))}
          </div>
          <CsvOf report="approvals" />
        </Part>
      ) : null}
    </>
  );
}
