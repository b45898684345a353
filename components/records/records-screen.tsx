'use client';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { TabHub } from '@/components/layout/tab-hub';
import { useAccountEvents } from '@/lib/stream/hooks';
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
  useAccountEvents();
  return (
    <TabHub
      className="gap-2"
      isScrolling
      label={t('kinds')}
      // The address names the tab, so that it can be shared and the way back finds it; nothing is loaded anew.
      onChange={(next) => window.history.replaceState(null, '', `/record?active=${next}`)}
      start={startActive}
      tabs={offeredTabs(features).map(({ active, type }) => ({
        value: active as string,
        label: t(`types.${type}`),
        content: () => (
          <>
            {type === 'trade' ? tradesExport : null}
            {type === 'hosting' ? hosting : null}
            <RecordList filter={type === 'all' ? {} : { type }} key={active} />
          </>
        ),
      }))}
    />
  );
}
