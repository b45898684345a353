'use client';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { TabHub } from '@/components/layout/tab-hub';
import { useMember } from '@/components/layout/member-context';
import { InfoTab } from './info-tab';

type AccountTab = { value: '0' | '1' | '2'; name: 'deposit' | 'info' | 'withdraw'; feature: string | null; content: () => ReactNode };

/** The tabs of the account page by the number that `?active=` carries; one with a feature is there where the exchange offers it. */
const TABS: readonly AccountTab[] = [{ value: '1', name: 'info', feature: null, content: () => <InfoTab /> }];

/** Deposit, information and withdrawal, as far as they are offered; the first one unless another is named. */
export function AccountTabs({ active }: { active: string | null }) {
  const t = useTranslations('AccountHub');
  const { features } = useMember();
  const tabs = TABS.filter(({ feature }) => feature === null || features.includes(feature));
  const [only] = tabs;
  if (only !== undefined && tabs.length === 1) {
    return (
      <section className="grid grid-cols-1 gap-3">
        <h2 className="text-title">{t(`tabs.${only.name}`)}</h2>
        {only.content()}
      </section>
    );
  }
  const start = tabs.find(({ value }) => value === active);
  return (
    <TabHub
      label={t('tabsLabel')}
      tabs={tabs.map(({ name, ...tab }) => ({ ...tab, label: t(`tabs.${name}`) }))}
      {...(start === undefined ? {} : { start: start.value })}
    />
  );
}
