'use client';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { LoadMore } from '@/components/layout/load-more';
import { LoadState } from '@/components/layout/load-state';
import { EmptyState } from '@/components/ui/empty-state';
import { SegmentedControl } from '@/components/ui/segmented-control';
import { SkeletonRows } from '@/components/ui/skeleton';
import { useAccountEvents } from '@/lib/stream/hooks';
import * as optionsApi from '@/lib/api/options';
import { usePaged, useRead } from '@/lib/query/use-read';
import { ContractCard } from './contract-card';
import { RunningContract } from './running-contract';

/** Running and settled seconds contracts under two tabs. */
export function ContractsScreen() {
  const t = useTranslations('Options');
  useAccountEvents();
  const [tab, setTab] = useState<'running' | 'settled'>('settled');
  return (
    <section aria-label={t('listTitle')} className="grid grid-cols-1 gap-3">
      <SegmentedControl
        label={t('listTitle')}
        onChange={setTab}
        options={[
          { value: 'settled', label: t('settled') },
          { value: 'running', label: t('running') },
        ]}
        value={tab}
      />
      {tab === 'running' ? <RunningList /> : <SettledList />}
    </section>
  );
}

function RunningList() {
  const t = useTranslations('Options');
  const query = useRead(optionsApi.contracts, { state: 'open' });
  return (
    <LoadState query={query} skeleton={<SkeletonRows count={2} label={t('loading')} />}>
      {({ contracts }) =>
        contracts.length === 0 ? (
          <EmptyState icon="list" text={t('noRunningText')} title={t('noRunning')} />
        ) : (
          contracts.map((contract) => <RunningContract contract={contract} key={contract.id} />)
        )
      }
    </LoadState>
  );
}

/** Settled contracts, newest first, page by page; `limit` shows only the first of them. */
export function SettledList({ limit }: { limit?: number }) {
  const t = useTranslations('Options');
  const query = usePaged(optionsApi.contracts, { state: 'closed' });
  return (
    <LoadState query={query} skeleton={<SkeletonRows count={3} label={t('loading')} />}>
      {({ pages }) => {
        const contracts = pages.flatMap((page) => page.contracts).slice(0, limit);
        if (contracts.length === 0) return <EmptyState icon="list" text={t('noSettledText')} title={t('noSettled')} />;
        return (
          <>
            {contracts.map((contract) => (
              <ContractCard contract={contract} key={contract.id} />
            ))}
            {limit === undefined ? <LoadMore label={t('more')} query={query} /> : null}
          </>
        );
      }}
    </LoadState>
  );
}
