'use client';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { ExportRows } from '@/components/layout/export-rows';
import { ListFilter } from '@/components/layout/list-filter';
import { useMember } from '@/components/layout/member-context';
import { FilteredList } from '@/components/layout/filtered-list';
import { PagedList } from '@/components/layout/paged-list';
import { useListFilter } from '@/components/layout/use-list-filter';
import { EmptyState } from '@/components/ui/empty-state';
import * as listsApi from '@/lib/api/lists';
import * as perpetualApi from '@/lib/api/perpetual';
import { PERPETUAL_ORIGINS } from '@/lib/protocol/wire';
import { useContinued, usePaged } from '@/lib/query/use-read';
import { ClosedCard } from './closed-card';
import { FundingRow } from './funding-row';
import { LiquidationCard } from './liquidation-card';

/** Lists whose rows are of one kind. */
const NO_KINDS: readonly never[] = [];

/** Positions that are over, page by page; narrowed by what the address says, where the backend can. */
export function Closed() {
  return useNarrows() ? <NarrowedClosed /> : <PlainClosed />;
}

/** What was paid and received as funding. */
export function Payments() {
  return useNarrows() ? <NarrowedPayments /> : <PlainPayments />;
}

/** What the exchange closed because margin ran out. */
export function Liquidations() {
  return useNarrows() ? <NarrowedLiquidations /> : <PlainLiquidations />;
}

function useNarrows(): boolean {
  return useMember().features.includes('position-lists');
}

function useEmpty(): { closed: ReactNode; payments: ReactNode; liquidations: ReactNode } {
  const t = useTranslations('Perpetual');
  return {
    closed: <EmptyState icon="list" text={t('noClosedText')} title={t('noClosed')} />,
    payments: <EmptyState icon="list" text={t('noPaymentsText')} title={t('noPayments')} />,
    liquidations: <EmptyState icon="shield" text={t('noLiquidationsText')} title={t('noLiquidations')} />,
  };
}

function PlainClosed() {
  const query = usePaged(perpetualApi.closedPositions, {});
  return (
    <PagedList areCards empty={useEmpty().closed} query={query} rowsOf={(page) => page.positions}>
      {(position) => <ClosedCard key={position.id} position={position} />}
    </PagedList>
  );
}

function PlainPayments() {
  const query = usePaged(perpetualApi.fundingPayments, {});
  return (
    <PagedList empty={useEmpty().payments} query={query} rowsOf={(page) => page.payments}>
      {(payment) => <FundingRow key={payment.id} payment={payment} />}
    </PagedList>
  );
}

function PlainLiquidations() {
  const query = usePaged(perpetualApi.liquidations, {});
  return (
    <PagedList areCards empty={useEmpty().liquidations} query={query} rowsOf={(page) => page.liquidations}>
      {(liquidation) => <LiquidationCard key={liquidation.id} liquidation={liquidation} />}
    </PagedList>
  );
}

function NarrowedClosed() {
  const t = useTranslations('Perpetual');
  const lists = useTranslations('Lists');
  const state = useListFilter(PERPETUAL_ORIGINS, null);
  const { from, to, symbol, kind } = state.asked;
  const asked = { ...pick({ from, to, symbol }), ...(kind !== undefined && { kind }) };
  const query = useContinued(listsApi.closedList, asked);
  return (
    <div className="@container">
      <ListFilter kinds={PERPETUAL_ORIGINS.map((value) => ({ value, label: t(`origins.${value}`) }))} state={state} symbol={null} />
      <FilteredList
        areCards
        empty={useEmpty().closed}
        foot={<ExportRows asked={asked} label={lists('exportList')} list="closed-positions" />}
        isNarrowed={state.count > 0}
        query={query}
        rowsOf={(pages) => pages.flatMap((page) => page.positions)}
      >
        {(position) => <ClosedCard key={position.id} position={position} />}
      </FilteredList>
    </div>
  );
}

function NarrowedPayments() {
  const lists = useTranslations('Lists');
  const state = useListFilter(NO_KINDS, null);
  const asked = pick(state.asked);
  const query = useContinued(listsApi.paymentList, asked);
  return (
    <div className="@container">
      <ListFilter kinds={NO_KINDS} state={state} symbol={null} />
      <FilteredList
        empty={useEmpty().payments}
        foot={<ExportRows asked={asked} label={lists('exportList')} list="funding" />}
        isNarrowed={state.count > 0}
        query={query}
        rowsOf={(pages) => pages.flatMap((page) => page.payments)}
      >
        {(payment) => <FundingRow key={payment.id} payment={payment} />}
      </FilteredList>
    </div>
  );
}

function NarrowedLiquidations() {
  const lists = useTranslations('Lists');
  const state = useListFilter(NO_KINDS, null);
  const asked = pick(state.asked);
  const query = useContinued(listsApi.liquidationList, asked);
  return (
    <div className="@container">
      <ListFilter kinds={NO_KINDS} state={state} symbol={null} />
      <FilteredList
        areCards
        empty={useEmpty().liquidations}
        foot={<ExportRows asked={asked} label={lists('exportList')} list="liquidations" />}
        isNarrowed={state.count > 0}
        query={query}
        rowsOf={(pages) => pages.flatMap((page) => page.liquidations)}
      >
        {(liquidation) => <LiquidationCard key={liquidation.id} liquidation={liquidation} />}
      </FilteredList>
    </div>
  );
}

type Asked = { from?: string | undefined; to?: string | undefined; symbol?: string | undefined };

/** What these lists know of a filter. */
function pick({ from, to, symbol }: Asked): { from?: string; to?: string; symbol?: string } {
  return { ...(from !== undefined && { from }), ...(to !== undefined && { to }), ...(symbol !== undefined && { symbol }) };
}
