'use client';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Tabs } from '@/components/layout/tabs';
import { PerpetualRecords } from './records';

/** Contract orders of all kinds under one tab each; seconds contracts come as a slot, null where they aren't offered. */
export function ContractOrders({ seconds }: { seconds: ReactNode }) {
  const t = useTranslations('Perpetual');
  const market = useTranslations('Market');
  if (seconds === null) return <PerpetualRecords />;
  return (
    <Tabs
      label={t('contractsTitle')}
      tabs={[
        { value: 'perpetual', label: market('perpetual'), content: () => <PerpetualRecords /> },
        { value: 'seconds', label: market('seconds'), content: () => seconds },
      ]}
    />
  );
}
