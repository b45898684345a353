import type { Metadata } from 'next';
import { PageHead, Part } from '@/components/console/parts';
import { EMPTY_JOBS, NO_LEFT_CONSUMER } from '@/lib/console/empty-texts';
import { FirstRows } from '../list-of';

export const metadata: Metadata = { title: 'Jobs' };
const WAITING_MOST = 12;

export default function JobsPage() {
  return (
    <>
      <PageHead title="Jobs" />
      <p className="max-w-[60ch] pb-4 text-ink-2 text-small">
        What was put aside is tried again, or left undone, on its own page. The others go on by themselves.
      </p>
      <div className="grid gap-6">
        <Part title="Jobs that were put aside">
          <FirstRows empty={EMPTY_JOBS['put aside']} filters={{ state: 'put aside' }} list="jobs" />
        </Part>
        <Part title="Loans, positions and purchases that were put aside">
          <FirstRows list="aside" />
        </Part>
        <Part title="Jobs that fail and are tried again">
          <FirstRows empty={EMPTY_JOBS.failing} filters={{ state: 'failing' }} list="jobs" />
        </Part>
        <Part title="Jobs that wait, the next ones first">
          <FirstRows empty={EMPTY_JOBS.waiting} filters={{ state: 'waiting' }} list="jobs" most={WAITING_MOST} />
        </Part>
        <Part title="Events that a consumer went past">
          <FirstRows list="events" />
        </Part>
        <Part title="Consumers of events that nobody reads">
          <FirstRows empty={NO_LEFT_CONSUMER} filters={{ state: 'left alone' }} list="consumers" />
        </Part>
      </div>
    </>
  );
}
