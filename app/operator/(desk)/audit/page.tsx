import type { Metadata } from 'next';
import { AuditButton } from '@/components/console/audit-button';
import { PageHead, Part } from '@/components/console/parts';
import { ListOf, type ListSearch } from '../list-of';

export const metadata: Metadata = { title: 'Audit' };

export default function AuditPage({ searchParams }: { searchParams: ListSearch }) {
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
          <ListOf list="audits" searchParams={searchParams} />
        </Part>
      </div>
    </>
  );
}
