import type { Metadata } from 'next';
import { ActForm } from '@/components/console/act-form';
import { CsvOf } from '@/components/console/csv-form';
import { ObjectPage, PageHead, Part } from '@/components/console/parts';
import { Table } from '@/components/console/table';
import { writeTime } from '@/components/console/words';
import { ask } from '@/lib/console/ask';
import { hrefOfObject } from '@/lib/console/pages';
import { houseEndpoints } from '@/lib/operator/house';

export const metadata: Metadata = { title: 'Jobs' };
const JOB_COLUMNS = [
  { name: 'Job', isLong: true },
  { name: 'Kind' },
  { name: 'State' },
  { name: 'Next' },
  { name: 'Failed', isLong: true },
];
const LETTER_COLUMNS = [{ name: 'Event' }, { name: 'Consumer' }, { name: 'Kind' }, { name: 'Since' }, { name: 'Error', isLong: true }];

const LETTER_FIELDS = [
  { name: 'consumer', label: 'Consumer' },
  { name: 'event', label: 'Number of the event' },
];

export default async function JobsPage() {
  const { jobs, letters } = await ask(houseEndpoints.jobs, {});
  const isQuiet = ({ key, state, attempts }: (typeof jobs)[number]) => key === 'periodic' && state !== 'dead' && attempts === 0;
  const toRow = ({ id, kind, key, state, runAt, attempts, error }: (typeof jobs)[number]) => ({
    key: id,
    href: hrefOfObject('job', id),
    isLate: state === 'dead',
    cells: [`${id} ${key}`, kind, state === 'dead' ? 'put aside' : state, writeTime(runAt), attempts === 0 ? '-' : `${attempts}: ${error}`],
  });
  const quiet = jobs.filter(isQuiet);
  return (
    <>
      <PageHead title="Jobs" />
      <ObjectPage
        side={
          <>
            <Part title="Try again what was put aside">
              <ActForm act="jobs.retry" fields={[{ name: 'job', label: 'Number of the job' }]} input={{}} label="Try again" />
            </Part>
            {letters.length === 0 ? null : (
              <>
                <Part title="Handle an event after all">
                  <ActForm act="events.retry" fields={LETTER_FIELDS} input={{}} label="Handle it" />
                </Part>
                <Part title="Leave an event undone">
                  <ActForm act="events.skip" fields={LETTER_FIELDS} input={{}} label="Ask to leave it" />
                </Part>
              </>
            )}
          </>
        }
      >
        <Part title="Jobs that wait or were put aside">
          <Table caption="Jobs" columns={JOB_COLUMNS} rows={jobs.filter((job) => !isQuiet(job)).map(toRow)} />
          {quiet.length === 0 ? null : (
            <details>
              <summary className="min-h-11 cursor-pointer content-center text-accent text-small">
                {quiet.length} that come again and again, and are well
              </summary>
              <Table caption="Periodic jobs" columns={JOB_COLUMNS} rows={quiet.map(toRow)} />
            </details>
          )}
        </Part>
        <Part title="Events that a consumer went past">
          <Table
            caption="Events put aside"
            columns={LETTER_COLUMNS}
            rows={letters.map(({ consumer, id, kind, at, error }) => ({
              key: `${consumer} ${id}`,
              href: hrefOfObject('event', `${consumer} ${id}`),
              cells: [id, consumer, kind, writeTime(at), error],
            }))}
          />
        </Part>
        <CsvOf name="Jobs" report="jobs" />
        <CsvOf name="Events put aside" report="events" />
      </ObjectPage>
    </>
  );
}
