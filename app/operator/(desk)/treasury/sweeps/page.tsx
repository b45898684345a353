import type { Metadata } from 'next';
import { PageHead } from '@/components/console/parts';
import { SweepForm } from '@/components/console/sweep-form';
import { requireConsole } from '@/lib/console/ask';
import { ADDRESS_NETWORKS } from '@/lib/rules/address-shape';

export const metadata: Metadata = { title: 'Sweeps' };

export default function SweepsPage() {
  requireConsole();
  return (
    <>
      <PageHead title="Sweep deposit addresses" />
      <SweepForm networks={ADDRESS_NETWORKS} />
    </>
  );
}
