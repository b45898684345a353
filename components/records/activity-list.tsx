'use client';
import { useLocale, useTranslations } from 'next-intl';
import { memo, type ReactNode } from 'react';
import { ExportRows } from '@/components/layout/export-rows';
import { ListFilter } from '@/components/layout/list-filter';
import { useMember } from '@/components/layout/member-context';
import { FilteredList } from '@/components/layout/filtered-list';
import { useListFilter } from '@/components/layout/use-list-filter';
import { formatExact } from '@/components/money/format';
import { useRecordText } from '@/components/money/use-record-text';
import type { InputOf } from '@/lib/api/define';
import * as listsApi from '@/lib/api/lists';
import type { AccountAct } from '@/lib/dto/lists';
import type { Uncontinued } from '@/lib/query/reads';
import { useContinued } from '@/lib/query/use-read';
import { orderAddress, readOrderTitle, readPurpose, readShown } from './activity-text';
import { recordAddress } from './record-address';
import { NoRecords, RecordList } from './record-list';
import { RecordRow } from './record-row';
import type { RecordTab } from './record-tabs';

/** Records have no kinds beside their tab. */
const NO_KINDS: readonly never[] = [];

/** The tabs under which there are records of markets. */
const OF_MARKETS: ReadonlySet<RecordTab['type']> = new Set(['all', 'trade']);

/** What the owner did, narrowed by what the address names: days, coin, and market. */
export function ActivityList({ type }: { type: RecordTab['type'] }) {
  const market = OF_MARKETS.has(type) ? null : undefined;
  const state = useListFilter(NO_KINDS, market);
  const { kind: _, ...narrowed } = state.asked;
  return (
    <div className="@container">
      <ListFilter kinds={NO_KINDS} state={state} symbol={market} hasCoins />
      <ActList
        asked={{ ...narrowed, ...(type !== 'all' && { type }) }}
        // Above the entries of hosting its list says what there is.
        empty={type === 'hosting' ? null : <NoRecords type={type} />}
        isNarrowed={Object.keys(narrowed).length > 0}
      />
    </div>
  );
}

/** What the owner did with one coin; ledger entries from a backend that knows no acts. */
export function CoinRecords({ asset }: { asset: string }) {
  const { features } = useMember();
  if (!features.includes('acts')) return <RecordList filter={{ asset }} />;
  return <ActList asked={{ asset }} empty={<NoRecords type="all" />} isNarrowed={false} />;
}

type Asked = Uncontinued<InputOf<typeof listsApi.actList>>;

/**
 * Acts, newest first: one row for an order with its fills or a withdrawal with its request. Everything that was booked for it is one tap deeper, and the
 * file has it line by line.
 */
function ActList({ asked, empty, isNarrowed }: { asked: Asked; empty: ReactNode; isNarrowed: boolean }) {
  const t = useTranslations('Lists');
  return (
    <FilteredList
      empty={empty}
      foot={<ExportRows asked={asked} label={t('exportRecords')} list="records" />}
      isNarrowed={isNarrowed}
      query={useContinued(listsApi.actList, asked)}
      rowsOf={(pages) => firstOfEach(pages.flatMap((page) => page.acts))}
    >
      {(act) => <Row act={act} key={act.id} />}
    </FilteredList>
  );
}

/** An act whose entries lie on two pages is on both: the newer row counts. */
function firstOfEach(acts: readonly AccountAct[]): AccountAct[] {
  const known = new Map<string, AccountAct>();
  for (const act of acts) if (!known.has(act.id)) known.set(act.id, act);
  return [...known.values()];
}

const Row = memo(function Row({ act }: { act: AccountAct }) {
  const { order, changes, held, back } = act;
  const shown = readShown(act);
  return (
    <RecordRow
      address={orderAddress(act) ?? recordAddress(act)}
      at={act.at}
      changes={shown}
      coin={order?.symbol.split('-')[0] ?? (changes[0] ?? held[0] ?? back)?.asset ?? ''}
      note={useNote(act)}
      title={useTitle(act)}
    />
  );
});

function useTitle(act: AccountAct): string {
  const t = useTranslations('Records');
  const locale = useLocale();
  const codeText = useRecordText();
  const purpose = readPurpose(act);
  if (act.order === null) return purpose === null ? codeText(act.type) : t(purpose);
  const [base] = act.order.symbol.split('-');
  const { quantity, filled } = act.order;
  const title = readOrderTitle(act.order);
  const amount = `${formatExact(title.startsWith('order') ? quantity : filled, locale)}\u00a0${base}`;
  return t(title, { amount, all: formatExact(quantity, locale) });
}

/** What is small beside it: that it is a contract or a pair, its fee, and what of it is still to come or came back. */
function useNote({ order, held, back, fee }: AccountAct): string | null {
  const t = useTranslations('Records');
  const locale = useLocale();
  const write = ({ asset, amount }: { asset: string; amount: string }) => `${formatExact(amount, locale)}\u00a0${asset}`;
  const isUnfilled = order !== null && /^[0.]+$/.test(order.filled);
  const parts = [
    order?.kind === 'perpetual' ? t('perpetual') : null,
    (order?.ids.length ?? 0) > 1 ? t('pair') : null,
    isUnfilled ? t(order.isOpen ? 'orderOpen' : 'orderUnfilled') : null,
    fee === null ? null : t('feeInside', { amount: write(fee) }),
    ...held.map((amount) => t('heldNow', { amount: write(amount) })),
    back === null ? null : t('cameBack', { amount: write(back) }),
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(' · ');
}
