'use client';
import { useLocale, useTranslations } from 'next-intl';
import Link from 'next/link';
import { memo } from 'react';
import { ExportRows } from '@/components/layout/export-rows';
import { ListFilter } from '@/components/layout/list-filter';
import { NarrowedList } from '@/components/layout/narrowed-list';
import { useListFilter } from '@/components/layout/use-list-filter';
import { CoinBadge } from '@/components/money/coin-badge';
import { directionOf, formatAmount, formatExact } from '@/components/money/format';
import { LocalTime } from '@/components/money/local-time';
import * as listsApi from '@/lib/api/lists';
import type { AccountRecord } from '@/lib/dto/lists';
import { useContinued } from '@/lib/query/use-read';
import { readChange } from './record-change';
import { NoRecords } from './record-list';
import type { RecordTab } from './record-tabs';
import { useCodeText } from './use-code-text';

/** Records have no kinds beside their tab. */
const NO_KINDS: readonly never[] = [];

/** What moved the account's money, newest first, one row for all that was booked together, narrowed by the days that the address names. */
export function NarrowedRecords({ type }: { type: RecordTab['type'] }) {
  const lists = useTranslations('Lists');
  const state = useListFilter(NO_KINDS, null);
  const { from, to } = state.asked;
  const asked = { ...(from !== undefined && { from }), ...(to !== undefined && { to }), ...(type !== 'all' && { type }) };
  const query = useContinued(listsApi.recordList, asked);
  return (
    <div className="@container">
      <ListFilter kinds={NO_KINDS} state={state} symbol={undefined} />
      <NarrowedList
        empty={<NoRecords />}
        foot={<ExportRows asked={asked} label={lists('exportRecords')} list="records" />}
        isNarrowed={from !== undefined || to !== undefined}
        query={query}
        rowsOf={(pages) => pages.flatMap((page) => page.records)}
      >
        {(record) => <RecordRow key={record.journalId} record={record} />}
      </NarrowedList>
    </div>
  );
}

const RecordRow = memo(function RecordRow({ record }: { record: AccountRecord }) {
  const t = useTranslations('Records');
  const locale = useLocale();
  const codeText = useCodeText();
  const { trade, changes } = readChange(record);
  const [first] = changes;
  return (
    <li className="@container border-line border-b">
      <Link
        className="flex min-h-16 items-center gap-3 py-2"
        href={`/recorddetails?ref=${encodeURIComponent(record.reference)}`}
        prefetch={false}
      >
        <span className="@max-[15rem]:hidden">
          <CoinBadge coin={trade?.asset ?? first?.asset ?? ''} />
        </span>
        <span className="grid min-w-0 flex-1 @max-[19rem]:grid-cols-1 grid-cols-[minmax(7rem,1fr)_auto] items-start gap-x-3">
          <span className="min-w-0" suppressHydrationWarning>
            <span className="block hyphens-auto font-strong leading-snug [overflow-wrap:anywhere]">
              {trade === null
                ? codeText(record.type)
                : t(trade.side === 'buy' ? 'bought' : 'sold', { amount: `${formatExact(trade.quantity, locale)} ${trade.asset}` })}
            </span>
            <span className="block text-ink-3 text-micro">
              <LocalTime iso={record.at} locale={locale} />
            </span>
          </span>
          <span className="text-end" suppressHydrationWarning>
            {changes.map(({ asset, amount }) => (
              <span className={`block font-strong leading-snug ${directionOf(amount) > 0 ? 'text-up' : ''}`} key={asset}>
                {formatAmount(amount, { locale, decimalsMax: 8, sign: 'always' })} {asset}
              </span>
            ))}
            {record.fee === null ? null : (
              <span className="block text-ink-3 text-micro">
                {t('feeInside', { amount: `${formatExact(record.fee.amount, locale)} ${record.fee.asset}` })}
              </span>
            )}
          </span>
        </span>
      </Link>
    </li>
  );
});
