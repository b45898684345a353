'use client';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Tabs } from '@/components/layout/tabs';
import { useMember } from '@/components/layout/member-context';
import { DepositTab } from './deposit-tab';
import { InfoTab } from './info-tab';
import { WithdrawTab } from './withdraw-tab';

/** What the server drew for the tabs; `coin`: the one that is to be chosen in them. */
export type TabParts = { qrCodes: Readonly<Record<string, ReactNode>>; coin: string | null };
type AccountTab = {
  value: '0' | '1' | '2';
  name: 'deposit' | 'info' | 'withdraw';
  feature: string | null;
  content: (parts: TabParts) => ReactNode;
};

/** The tabs of the account page by the number that `?active=` carries; one with a feature is there where the exchange offers it. */
const TABS: readonly AccountTab[] = [
  { value: '0', name: 'deposit', feature: 'deposits', content: (parts) => <DepositTab {...parts} /> },
  { value: '1', name: 'info', feature: null, content: () => <InfoTab /> },
  { value: '2', name: 'withdraw', feature: 'withdrawals', content: ({ coin }) => <WithdrawTab coin={coin} /> },
];

/** Deposit, information and withdrawal, as far as they are offered; the first one unless another is named. */
export function AccountTabs({ active, ...parts }: { active: string | null } & TabParts) {
  const t = useTranslations('AccountHub');
  const { features } = useMember();
  const tabs = TABS.filter(({ feature }) => feature === null || features.includes(feature));
  const [only] = tabs;
  if (only !== undefined && tabs.length === 1) {
    return (
      <section className="grid grid-cols-1 gap-3">
        <h2 className="text-title">{t(`tabs.${only.name}`)}</h2>
        {only.content(parts)}
      </section>
    );
  }
  const start = tabs.find(({ value }) => value === active);
  return (
    <Tabs
      label={t('tabsLabel')}
      tabs={tabs.map(({ name, value, content }) => ({ value, content: () => content(parts), label: t(`tabs.${name}`) }))}
      {...(start === undefined ? {} : { start: start.value })}
    />
  );
}
