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

/** What moved the account's money, newest first, one row for all that was booked together, narrowed by the days and the coin that the address names. */
export function NarrowedRecords({ type }: { type: RecordTab['type'] }) {
  const lists = useTranslations('Lists');
  const state = useListFilter(NO_KINDS, null);
  const { from, to, asset } = state.asked;
  const range = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
  const asked = { ...range, ...(asset !== undefined && { asset }), ...(type !== 'all' && { type }) };
  const query = useContinued(listsApi.recordList, asked);
  return (
    <div className="@container">
      <ListFilter kinds={NO_KINDS} state={state} symbol={undefined} hasCoins />
      <NarrowedList
        // Above the entries of hosting its list says what there is.
        empty={type === 'hosting' ? null : <NoRecords />}
        foot={<ExportRows asked={asked} label={lists('exportRecords')} list="records" />}
        isNarrowed={from !== undefined || to !== undefined || asset !== undefined}
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
