import { hrefOfObject } from '@/lib/console/pages';
import type { OperatorIncident } from '@/lib/operator/markets';
import { Part } from './parts';
import { Table } from './table';
import { writeSpan, writeTime } from './words';

const COLUMNS = [{ name: 'Incident' }, { name: 'Opened' }, { name: 'Lasted' }, { name: 'Text' }];

/** What the status page shows of what was unwell, newest first. */
export function Incidents({ incidents }: { incidents: readonly OperatorIncident[] }) {
  return (
    <Part title="Incidents, as the status page shows them">
      <Table
        caption="Incidents"
        columns={COLUMNS}
        rows={incidents.map(({ id, area, subject, openedAt, closedAt, text }) => ({
          key: id,
          href: hrefOfObject('incident', id),
          isLate: closedAt === null,
          cells: [
            `${id} ${area} ${subject}`,
            writeTime(openedAt),
            closedAt === null ? 'goes on' : writeSpan(closedAt - openedAt),
            text ?? '-',
          ],
        }))}
      />
    </Part>
  );
}
