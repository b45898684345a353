import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { LookForm } from '@/components/console/look-form';
import { Facts, ObjectPage, PageHead, Part } from '@/components/console/parts';
import { QueueActs } from '@/components/console/queue-acts';
import { RequestCard } from '@/components/console/requests';
import { SupportThread } from '@/components/console/support-thread';
import { Timeline } from '@/components/console/timeline';
import { writeTime } from '@/components/console/words';
import { Card } from '@/components/ui/card';
import { ask } from '@/lib/console/ask';
import { QUEUE_TITLES } from '@/lib/console/pages';
import { readNumber } from '@/lib/console/query';
import { queueEndpoints, QUEUES } from '@/lib/operator/queues';
import { signInEndpoints } from '@/lib/operator/sign-in';
import { supportEndpoints } from '@/lib/operator/support';

export const metadata: Metadata = { title: 'Case' };
type Props = { params: Promise<{ queue: string; id: string }> };

export default async function CasePage({ params }: Props) {
  const { queue: asked } = await params;
  const queue = QUEUES.find((known) => known === asked) ?? notFound();
  const id = await readNumber(params);
  const { found, requests, log } = await ask(queueEndpoints.about, { queue, id });
  const isLate = found?.promisedAt != null && found.promisedAt < Date.now();
  const done = (
    <Part title="What operators did">
      <Timeline lines={log} />
    </Part>
  );
  return (
    <>
      <PageHead title={`${QUEUE_TITLES[queue]}: ${id}`} />
      <ObjectPage
        side={
          <>
            {requests.map((request) => (
              <RequestCard key={request.id} request={request} />
            ))}
            {found !== null && requests.length === 0 ? <QueueActs found={found} isLate={isLate} queue={queue} /> : null}
            {queue === 'support' ? done : null}
          </>
        }
      >
        <Card>
          {found === null ? (
            <p>Nothing is open here.</p>
          ) : (
            <Facts
              rows={[
                ['User', found.userId],
                ['About', found.about],
                ['Since', writeTime(found.since)],
                ['Promised by', found.promisedAt === null ? '-' : writeTime(found.promisedAt)],
                ...(queue === 'support' ? [['Seen to by', found.holder ?? 'nobody yet'] as const] : []),
              ]}
            />
          )}
        </Card>
        {queue === 'support' ? (
          <SupportPart user={id} />
        ) : (
          <Part title="What was sent">
            <LookForm id={id} label="Show it" queue={queue} />
          </Part>
        )}
        {queue === 'support' ? null : done}
      </ObjectPage>
    </>
  );
}

async function SupportPart({ user }: { user: string }) {
  const [{ name }, { operators, answers }] = await Promise.all([ask(signInEndpoints.me, {}), ask(supportEndpoints.desk, {})]);
  return <SupportThread answers={answers} me={name} operators={operators} user={user} />;
}
