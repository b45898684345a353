'use client';
import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { Chips } from '@/components/ui/segmented-control';
import { useAccountEvents } from '@/lib/stream/hooks';
import { RecordList } from './record-list';
import { offeredTabs } from './record-tabs';

/** The records hub: one tab per kind that this backend offers. */
export function RecordsScreen({
  features,
  startActive,
  tradesExport,
}: {
  features: readonly string[];
  startActive: string;
  /** Stands above the trades. */
  tradesExport: ReactNode;
}) {
  const t = useTranslations('Records');
  useAccountEvents();
  const tabs = offeredTabs(features);
  const [active, setActive] = useState<string>(startActive);
  const tab = tabs.find((one) => one.active === active) ?? tabs[0];
  const choose = (next: string) => {
    setActive(next);
    // The address names the tab, so that it can be shared and the way back finds it; nothing is loaded anew.
    window.history.replaceState(null, '', `/record?active=${next}`);
  };
  return (
    <div className="grid grid-cols-1 gap-2">
      <Chips
        label={t('kinds')}
        onChange={choose}
        options={tabs.map((one) => ({ value: one.active as string, label: t(`types.${one.type}`) }))}
        value={active}
      />
      {tab?.type === 'trade' ? tradesExport : null}
      <RecordList filter={tab === undefined || tab.type === 'all' ? {} : { type: tab.type }} key={active} />
    </div>
  );
}
