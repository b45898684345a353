'use client';
import { useTranslations } from 'next-intl';
import { ExportRows } from '@/components/layout/export-rows';
import { ListFilter } from '@/components/layout/list-filter';
import { LoadState } from '@/components/layout/load-state';
import { useMember } from '@/components/layout/member-context';
import { FilteredList } from '@/components/layout/filtered-list';
import { Tabs } from '@/components/layout/tabs';
import { useAddressParams } from '@/components/layout/use-address-params';
import { useListFilter } from '@/components/layout/use-list-filter';
import { EmptyState } from '@/components/ui/empty-state';
import { SkeletonRows } from '@/components/ui/skeleton';
import { useAccountEvents } from '@/lib/stream/hooks';
import * as listsApi from '@/lib/api/lists';
import * as optionsApi from '@/lib/api/options';
import { OPTION_RESULTS } from '@/lib/protocol/wire';
import { useContinued, useRead } from '@/lib/query/use-read';
import { ContractCard } from './contract-card';
import { RunningContract } from './running-contract';
import { SettledList, ToTicket } from './settled-list';

/** Running and settled seconds contracts under two tabs. */
export function ContractsScreen() {
  const t = useTranslations('Options');
  useAccountEvents();
  const { features } = useMember();
  const [params, changeAddress] = useAddressParams();
  return (
    <Tabs
      chosen={params.get('list') ?? undefined}
      label={t('listTitle')}
      // The address names the list, so that it can be shared with what narrows it.
      onChange={(list) => changeAddress({ list }, 'replace')}
      tabs={[
        {
          value: 'settled',
          label: t('settled'),
          content: () => (features.includes('contract-list') ? <NarrowedSettled /> : <SettledList />),
        },
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

/** Settled contracts, narrowed by what the address says. */
function NarrowedSettled() {
  const t = useTranslations('Options');
  const lists = useTranslations('Lists');
  const state = useListFilter(OPTION_RESULTS, null);
  const { from, to, symbol, kind } = state.asked;
  const asked = {
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(symbol !== undefined && { symbol }),
    ...(kind !== undefined && { kind }),
  };
  const query = useContinued(listsApi.contractList, asked);
  return (
    <div className="@container">
      <ListFilter kinds={OPTION_RESULTS.map((value) => ({ value, label: t(`states.${value}`) }))} state={state} symbol={null} />
      <FilteredList
        areCards
        empty={<EmptyState action={<ToTicket />} icon="list" text={t('noSettledText')} title={t('noSettled')} />}
        foot={<ExportRows asked={asked} label={lists('exportList')} list="seconds-contracts" />}
        isNarrowed={state.count > 0}
        query={query}
        rowsOf={(pages) => pages.flatMap((page) => page.contracts)}
      >
        {(contract) => <ContractCard contract={contract} key={contract.id} />}
      </FilteredList>
    </div>
  );
}
