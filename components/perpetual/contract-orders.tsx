'use client';
import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { SegmentedControl } from '@/components/ui/segmented-control';
import { PerpetualRecords } from './records';

/** Contract orders of all kinds under one tab each; seconds contracts come as a slot, null where they aren't offered. */
export function ContractOrders({ seconds }: { seconds: ReactNode }) {
  const t = useTranslations('Perpetual');
  const market = useTranslations('Market');
  const [kind, setKind] = useState<'perpetual' | 'seconds'>('perpetual');
  return (
    <section aria-label={t('contractsTitle')} className="grid grid-cols-1 gap-3">
      {seconds === null ? null : (
        <SegmentedControl
          label={t('contractsTitle')}
          onChange={setKind}
          options={[
            { value: 'perpetual', label: market('perpetual') },
            { value: 'seconds', label: market('seconds') },
          ]}
          value={kind}
        />
      )}
      {kind === 'perpetual' ? <PerpetualRecords /> : seconds}
    </section>
  );
}
