import type { Metadata } from 'next';
import { PageHead, Part } from '@/components/console/parts';
import { Past, Waiting } from '@/components/console/timeline';
import { UserAccess } from '@/components/console/user-access';
import { ask } from '@/lib/console/ask';
import { readNumber, readTimelineQuery } from '@/lib/console/query';
import { userEndpoints } from '@/lib/operator/users';
import type { ListSearch } from '../../list-of';

export const metadata: Metadata = { title: 'User' };
type Props = { params: Promise<{ id: string }>; searchParams: ListSearch };

export default async function UserPage({ params, searchParams }: Props) {
  const [id, page] = await Promise.all([readNumber(params), readTimelineQuery(searchParams)]);
  const timeline = await ask(userEndpoints.about, { id, ...page });
  const around = { timeline, page, path: `/operator/users/${id}` };
  return (
    <>
      <PageHead title={`User ${id}`} />
      <div className="grid gap-6">
        <Part title="The account">
          <UserAccess id={id} />
        </Part>
        <Waiting {...around} />
        <Past {...around} />
      </div>
    </>
  );
}
