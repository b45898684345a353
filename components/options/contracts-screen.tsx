'use client';
import { useTranslations } from 'next-intl';
import Link from 'next/link';
import { LoadState } from '@/components/layout/load-state';
import { PagedList } from '@/components/layout/paged-list';
import { Tabs } from '@/components/layout/tabs';
import { buttonClass } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
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
  return (
    <Tabs
      label={t('listTitle')}
      tabs={[
        { value: 'settled', label: t('settled'), content: () => <SettledList /> },
        { value: 'running', label: t('running'), content: () => <RunningList /> },
      ]}
    />
  );
}

function RunningList() {
  const t = useTranslations('Options');
  const query = useRead(optionsApi.contracts, { state: 'open' });
  return (
    <LoadState query={query} skeleton={<SkeletonRows count={2} label={t('loading')} />}>
      {({ contracts }) =>
        contracts.length === 0 ? (
          <EmptyState action={<ToTicket />} icon="list" text={t('noRunningText')} title={t('noRunning')} />
        ) : (
          <div className="cards">
            {contracts.map((contract) => (
              <RunningContract contract={contract} key={contract.id} />
            ))}
          </div>
        )
      }
    </LoadState>
  );
}

function ToTicket() {
  const t = useTranslations('Layout.menuRows');
  return (
    <Link className={buttonClass({ variant: 'ghost', size: 'small' })} href="/optionOrder">
      {t('seconds')}
    </Link>
  );
}

/** Settled contracts, newest first, page by page; `limit` shows only the first of them, beside the ticket. */
export function SettledList({ limit }: { limit?: number }) {
  const t = useTranslations('Options');
  const query = usePaged(optionsApi.contracts, { state: 'closed' });
  return (
    <PagedList
      areCards
      empty={
        <EmptyState action={limit === undefined ? <ToTicket /> : undefined} icon="list" text={t('noSettledText')} title={t('noSettled')} />
      }
      limit={limit}
      query={query}
      rowsOf={(page) => page.contracts}
    >
      {(contract) => <ContractCard contract={contract} key={contract.id} />}
    </PagedList>
  );
}
