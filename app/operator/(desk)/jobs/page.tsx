import type { Metadata } from 'next';
import { ActForm } from '@/components/console/act-form';
import { ObjectPage, PageHead, Part } from '@/components/console/parts';
import { FirstRows } from '../list-of';

export const metadata: Metadata = { title: 'Jobs' };
const LETTER_FIELDS = [
  { name: 'consumer', label: 'Consumer' },
  { name: 'event', label: 'Number of the event' },
];
const WAITING_MOST = 12;

export default function JobsPage() {
  return (
    <>
      <PageHead title="Jobs" />
      <ObjectPage
        isWide
        side={
          <>
            <Part title="Try again what was put aside">
              <ActForm act="jobs.retry" fields={[{ name: 'job', label: 'Number of the job' }]} input={{}} label="Try again" />
            </Part>
            <Part title="Handle an event after all">
              <ActForm act="events.retry" fields={LETTER_FIELDS} input={{}} label="Handle it" />
            </Part>
            <Part title="Leave an event undone">
              <ActForm act="events.skip" fields={LETTER_FIELDS} input={{}} label="Ask to leave it" />
            </Part>
          </>
        }
      >
        <Part title="Jobs that were put aside">
          <FirstRows filters={{ state: 'put aside' }} list="jobs" />
        </Part>
        <Part title="Jobs that fail and are tried again">
          <FirstRows filters={{ state: 'failing' }} list="jobs" />
        </Part>
        <Part title="Jobs that wait, the next ones first">
          <FirstRows filters={{ state: 'waiting' }} list="jobs" most={WAITING_MOST} />
        </Part>
        <Part title="Events that a consumer went past">
          <FirstRows list="events" />
        </Part>
      </ObjectPage>
    </>
  );
}
