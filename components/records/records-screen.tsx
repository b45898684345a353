'use client';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useMember } from '@/components/layout/member-context';
import { Tabs } from '@/components/layout/tabs';
import { useAddressParams } from '@/components/layout/use-address-params';
import { useAccountEvents } from '@/lib/stream/hooks';
import { ActivityList } from './activity-list';
import { RecordList } from './record-list';
import { offeredTabs } from './record-tabs';

/** The records hub: one tab per kind that this backend offers. */
export function RecordsScreen({
  features,
  startActive,
  tradesExport,
  hosting,
}: {
  features: readonly string[];
  startActive: string;
  /** Stands above the trades. */
  tradesExport: ReactNode;
  /** Stands above the entries of hosting. */
  hosting: ReactNode;
}) {
  const t = useTranslations('Records');
  const { features: offered } = useMember();
  const [params, changeAddress] = useAddressParams();
  useAccountEvents();
  return (
    <Tabs
      className="gap-2"
      isScrolling
      label={t('kinds')}
      chosen={params.get('active') ?? startActive}
      // The address names the tab, so that it can be shared and the way back finds it; nothing is loaded anew.
      onChange={(next) => changeAddress({ active: next }, 'replace')}
      tabs={offeredTabs(features).map(({ active: value, type }) => ({
        value: value as string,
        label: t(`types.${type}`),
        content: () => (
          <>
            {type === 'trade' ? tradesExport : null}
            {type === 'hosting' ? hosting : null}
            {offered.includes('acts') ? (
              <ActivityList key={value} type={type} />
            ) : (
              <RecordList filter={type === 'all' ? {} : { type }} key={value} />
            )}
          </>
        ),
      }))}
    />
  );
}
