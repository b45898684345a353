import { PageHead, Part } from '@/components/console/parts';
import { RequestCard } from '@/components/console/requests';
import { ask } from '@/lib/console/ask';
import { requestEndpoints } from '@/lib/operator/requests';

export default async function TodayPage() {
  const { items } = await ask(requestEndpoints.list, {});
  return (
    <>
      <PageHead title="Today" />
      <Part title="Waits for a second operator">
        {items.length === 0 ? <p className="text-ink-2 text-small">Nothing.</p> : null}
        {items.slice(0, 5).map((request) => (
          <RequestCard key={request.id} request={request} />
        ))}
      </Part>
    </>
  );
}
