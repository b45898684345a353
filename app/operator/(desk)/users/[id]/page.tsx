import type { Metadata } from 'next';
import { PageHead, Part } from '@/components/console/parts';
import { Timeline } from '@/components/console/timeline';
import { UserLook } from '@/components/console/user-look';
import { ask } from '@/lib/console/ask';
import { readNumber } from '@/lib/console/query';
import { userEndpoints } from '@/lib/operator/users';

export const metadata: Metadata = { title: 'User' };

export default async function UserPage({ params }: { params: Promise<{ id: string }> }) {
  const id = await readNumber(params);
  const { log } = await ask(userEndpoints.about, { id });
  return (
    <>
      <PageHead title={`User ${id}`} />
      <div className="grid gap-6">
        <Part title="The account">
          <UserLook id={id} />
        </Part>
        <Part title="What operators did">
          <Timeline lines={log} />
        </Part>
      </div>
    </>
  );
}
