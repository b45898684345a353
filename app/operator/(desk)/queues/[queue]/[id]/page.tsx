import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { AccessForm } from '@/components/console/access-form';
import { Facts, ObjectPage, PageHead, Part, UserLink } from '@/components/console/parts';
import { QueueActions } from '@/components/console/queue-actions';
import { SupportThread } from '@/components/console/support-thread';
import { Past, Waiting } from '@/components/console/timeline';
import { Card } from '@/components/ui/card';
import { ask } from '@/lib/console/ask';
import { writePromise } from '@/lib/console/formatter';
import { QUEUE_TITLES } from '@/lib/console/pages';
import { readNumber, readTimelineQuery } from '@/lib/console/query';
import { getFormatter } from '@/lib/console/read-formatter';
import { queueEndpoints, QUEUES } from '@/lib/operator/queues';
import { signInEndpoints } from '@/lib/operator/sign-in';
import { supportEndpoints } from '@/lib/operator/support';
import type { ListSearch } from '../../../list-of';

export const metadata: Metadata = { title: 'Case' };
type Props = { params: Promise<{ queue: string; id: string }>; searchParams: ListSearch };

export default async function CasePage({ params, searchParams }: Props) {
  const { queue: asked } = await params;
  const queue = QUEUES.find((known) => known === asked) ?? notFound();
  const id = await readNumber(params);
  const [page, format] = await Promise.all([readTimelineQuery(searchParams), getFormatter()]);
  const { found, facts, ...timeline } = await ask(queueEndpoints.about, { queue, id, ...page });
  const isDecidable = found !== null && timeline.requests.length === 0 && page.after === null;
  const isLate = found?.promisedAt != null && found.promisedAt < Date.now();
  const around = { timeline, page, path: `/operator/queues/${queue}/${id}` };
  const done = <Past {...around} />;
  return (
    <>
      <PageHead title={`${QUEUE_TITLES[queue]}: ${id}`} />
      <ObjectPage
        side={
          <>
            <Waiting {...around} />
            {isDecidable ? <QueueActions facts={facts} found={found} isLate={isLate} queue={queue} /> : null}
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
                ['User', <UserLink id={found.userId} key="user" />],
                [queue === 'support' ? 'State' : 'About', format.sum(found.about)],
                ['Since', format.time(found.since)],
                [
                  'Promised by',
                  found.promisedAt === null ? '-' : `${format.time(found.promisedAt)}, ${writePromise(found.promisedAt, Date.now())}`,
                ],
                ...(queue === 'support' ? [['Seen to by', found.holder ?? 'nobody yet'] as const] : []),
              ]}
            />
          )}
        </Card>
        {queue === 'support' ? (
          <SupportPart user={id} />
        ) : (
          <Part title={queue === 'claims' ? 'What it stands on' : 'What was sent'}>
            <AccessForm id={id} label="Show it" queue={queue} />
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
