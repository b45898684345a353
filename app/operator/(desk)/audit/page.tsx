import type { Metadata } from 'next';
import { AuditButton } from '@/components/console/audit-button';
import { PageHead, Part } from '@/components/console/parts';
import { Table } from '@/components/console/table';
import { writeTime } from '@/components/console/words';
import { ask } from '@/lib/console/ask';
import { houseEndpoints } from '@/lib/operator/house';

export const metadata: Metadata = { title: 'Audit' };
const COLUMNS = [{ name: 'Subject' }, { name: 'Proved last' }, { name: 'Result' }];

export default async function AuditPage() {
  const { items } = await ask(houseEndpoints.audits, {});
  return (
    <>
      <PageHead title="Audit" />
      <div className="grid gap-6">
        <p className="max-w-[60ch] text-ink-2 text-small">
          Recomputes what can be proved: the ledger, the chain of price prints, positions, custody, and the chain of the operators' own log,
          whose last hash is shown to be kept elsewhere. It reads alone and may take a while.
        </p>
        <AuditButton />
        <Part title="Results">
          <Table
            caption="Results"
            columns={COLUMNS}
            rows={items.map(({ subject, at, faults }) => ({
              key: subject,
              href: null,
              isLate: faults > 0,
              cells: [subject, at === null ? 'never to its end' : writeTime(at), faults === 0 ? 'exact' : `${faults} faults`],
            }))}
          />
        </Part>
      </div>
    </>
  );
}
