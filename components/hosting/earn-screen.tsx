'use client';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Tabs } from '@/components/layout/tabs';
import { HostingScreen } from './hosting-screen';

type Props = { staking: ReactNode; hasStaking: boolean; hasHosting: boolean; start: 'staking' | 'hosting' };

/** The ways to earn that this backend offers, one of them shown. */
export function EarnScreen({ staking, hasStaking, hasHosting, start }: Props) {
  const [t, ts] = [useTranslations('Hosting'), useTranslations('Staking')];
  if (!hasHosting) return staking;
  if (!hasStaking) return <HostingScreen />;
  return (
    <Tabs
      label={t('kinds')}
      start={start}
      tabs={[
        { value: 'staking', label: ts('title'), content: () => staking },
        { value: 'hosting', label: t('title'), content: () => <HostingScreen /> },
      ]}
    />
  );
}
