import type { Metadata } from 'next';
import { AuditButton } from '@/components/console/audit-button';
import { PageHead } from '@/components/console/parts';
import { requireConsole } from '@/lib/console/ask';

export const metadata: Metadata = { title: 'Audit' };

export default function AuditPage() {
  requireConsole();
  return (
    <>
      <PageHead title="Audit" />
      <AuditButton />
    </>
  );
}
