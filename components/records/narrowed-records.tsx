'use client';
import { useLocale, useTranslations } from 'next-intl';
import { memo } from 'react';
import { ExportRows } from '@/components/layout/export-rows';
import { ListFilter } from '@/components/layout/list-filter';
import { NarrowedList } from '@/components/layout/narrowed-list';
import { useListFilter } from '@/components/layout/use-list-filter';
import { formatAmount, formatExact } from '@/components/money/format';
import { useRecordText } from '@/components/money/use-record-text';
import * as listsApi from '@/lib/api/lists';
import type { AccountRecord } from '@/lib/dto/lists';
import { useContinued } from '@/lib/query/use-read';
import { AFTER, readChange, readMoved } from './record-change';
import { NoRecords } from './record-list';
import { RecordRow } from './record-row';
import type { RecordTab } from './record-tabs';

/** Records have no kinds beside their tab. */
const NO_KINDS: readonly never[] = [];

/** The tabs under which there are records of markets. */
const OF_MARKETS: ReadonlySet<RecordTab['type']> = new Set(['all', 'trade']);

/** What moved the account's money, newest first, one row for all that was booked together, narrowed by what the address names: days, coin, and the market of what trading moved. */
export function NarrowedRecords({ type }: { type: RecordTab['type'] }) {
  const lists = useTranslations('Lists');
  const market = OF_MARKETS.has(type) ? null : undefined;
  const state = useListFilter(NO_KINDS, market);
  const { kind: _, ...narrowed } = state.asked;
  const asked = { ...narrowed, ...(type !== 'all' && { type }) };
  const query = useContinued(listsApi.recordList, asked);
  return (
    <div className="@container">
      <ListFilter kinds={NO_KINDS} state={state} symbol={market} hasCoins />
      <NarrowedList
        // Above the entries of hosting its list says what there is.
        empty={type === 'hosting' ? null : <NoRecords type={type} />}
        foot={<ExportRows asked={asked} label={lists('exportRecords')} list="records" />}
        isNarrowed={Object.keys(narrowed).length > 0}
        query={query}
        rowsOf={(pages) => pages.flatMap((page) => page.records)}
      >
        {(record) => <Row key={record.journalId} record={record} />}
      </NarrowedList>
    </div>
  );
}

const Row = memo(function Row({ record }: { record: AccountRecord }) {
  const t = useTranslations('Records');
  const locale = useLocale();
  const codeText = useRecordText();
  const { trade, changes } = readChange(record);
  const { fee } = record;
  const moved = readMoved(record);
  const after = moved === null ? null : t(AFTER[moved.part], { balance: formatAmount(moved.balance, { locale, decimalsMax: 8 }) });
  const note = fee === null ? after : t('feeInside', { amount: `${formatExact(fee.amount, locale)} ${fee.asset}` });
  return (
    <RecordRow
      at={record.at}
      changes={changes}
      coin={trade?.asset ?? changes[0]?.asset ?? ''}
      note={note}
      reference={record.reference}
      title={
        trade === null
          ? codeText(record.type)
          : t(trade.side === 'buy' ? 'bought' : 'sold', { amount: `${formatExact(trade.quantity, locale)} ${trade.asset}` })
      }
      type={record.type}
    />
  );
});
