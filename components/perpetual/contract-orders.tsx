'use client';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Tabs } from '@/components/layout/tabs';
import { useAddressParams } from '@/components/layout/use-address-params';
import { PerpetualRecords } from './records';

/** Contract orders of all kinds under one tab each; seconds contracts come as a slot, null where they aren't offered. */
export function ContractOrders({ seconds }: { seconds: ReactNode }) {
  const t = useTranslations('Perpetual');
  const market = useTranslations('Market');
  const [params, changeAddress] = useAddressParams();
  if (seconds === null) return <PerpetualRecords />;
  return (
    <Tabs
      chosen={params.get('product') ?? undefined}
      label={t('contractsTitle')}
      // Lists and kinds belong to their product; days and market stay.
      onChange={(product) => changeAddress({ product, list: null, kind: null }, 'replace')}
      tabs={[
        { value: 'perpetual', label: market('perpetual'), content: () => <PerpetualRecords /> },
        { value: 'seconds', label: market('seconds'), content: () => seconds },
      ]}
    />
  );
}
