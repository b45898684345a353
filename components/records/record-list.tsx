'use client';
import { useLocale, useTranslations } from 'next-intl';
import { memo } from 'react';
import { PagedList } from '@/components/layout/paged-list';
import { formatAmount } from '@/components/money/format';
import { useRecordText } from '@/components/money/use-record-text';
import { buttonClass } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Link } from '../ui/link';
import type { LedgerEntry } from '@/lib/dto/balances';
import type { InputOf } from '@/lib/api/define';
import * as accountApi from '@/lib/api/account';
import { usePaged } from '@/lib/query/use-read';
import { recordAddress } from './record-address';
import { RecordRow } from './record-row';
import type { RecordTab } from './record-tabs';

/** Ledger entries, newest first, page by page; each leads to everything that was booked with it. */
export function RecordList({ filter }: { filter: InputOf<typeof accountApi.records> }) {
  const query = usePaged(accountApi.records, filter);
  return (
    <PagedList empty={<NoRecords type={filter.type ?? 'all'} />} query={query} rowsOf={(page) => page.entries} skeletonRows={6}>
      {(entry) => <Row entry={entry} key={entry.id} />}
    </PagedList>
  );
}

/** Where records of a kind come from, where that isn't a market. */
const SOURCES: Partial<Record<RecordTab['type'], string>> = {
  deposit: '/tab4?active=0',
  withdrawal: '/tab4?active=2',
  convert: '/convert',
  staking: '/tab2',
  loan: '/tab3',
};

/** In place of records that there are none of: leads to where they come from. */
export function NoRecords({ type }: { type: RecordTab['type'] }) {
  const t = useTranslations('Records');
  const source = SOURCES[type];
  return (
    <EmptyState
      action={
        <Link className={buttonClass({ variant: 'ghost', size: 'small' })} href={source ?? '/market'}>
          {source === undefined ? t('toMarket') : t(`types.${type}`)}
        </Link>
      }
      text={t('emptyText')}
      title={t('empty')}
    />
  );
}

/** The key of the text that says what a part of an account holds after an entry. */
const AFTER = { available: 'after', locked: 'afterHeld', margin: 'afterMargin' } as const;

const Row = memo(function Row({ entry }: { entry: LedgerEntry }) {
  const t = useTranslations('Records');
  const locale = useLocale();
  const codeText = useRecordText();
  return (
    <RecordRow
      address={recordAddress(entry)}
      at={entry.at}
      changes={[entry]}
      coin={entry.asset}
      note={t(AFTER[entry.part], { balance: formatAmount(entry.balance, { locale, decimalsMax: 8 }) })}
      title={codeText(entry.type)}
    />
  );
});
