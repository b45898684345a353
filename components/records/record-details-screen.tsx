'use client';
import { useTranslations } from 'next-intl';
import { AskSupport } from '@/components/layout/ask-support';
import { LoadMore, LoadNewer } from '@/components/layout/load-more';
import { LoadState } from '@/components/layout/load-state';
import { JournalCard } from '@/components/money/journal-card';
import { buttonClass } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { SkeletonRows } from '@/components/ui/skeleton';
import { Link } from '../ui/link';
import * as accountApi from '@/lib/api/account';
import type { BookKind } from '@/lib/protocol/wire';
import { usePaged } from '@/lib/query/use-read';
import { ConversionFacts } from './conversion-facts';
import { groupByJournal } from './group-entries';
import { DepositFacts, WireFacts, WithdrawalFacts } from './transfer-facts';

/** A line of a conversion. */
const CONVERT_REFERENCE = /^convert:/;
const DEPOSIT_REFERENCE = /^deposit:([1-9][0-9]{0,17})$/;
const WIRE_REFERENCE = /^wire:([1-9][0-9]{0,17})$/;
const WITHDRAWAL_REFERENCE = /^withdrawal:([1-9][0-9]{0,17})$/;
const ORDER_REFERENCE = /^order:([1-9][0-9]{0,17})/;

/** Everything that was booked under one reference, journal by journal, as receipts. */
export function RecordDetailsScreen({ reference, of }: { reference: string; of?: BookKind }) {
  const t = useTranslations('Records');
  const query = usePaged(accountApi.records, { reference, of });
  const orderId = ORDER_REFERENCE.exec(reference)?.[1];
  const depositId = DEPOSIT_REFERENCE.exec(reference)?.[1];
  const wireId = WIRE_REFERENCE.exec(reference)?.[1];
  const withdrawalId = WITHDRAWAL_REFERENCE.exec(reference)?.[1];
  return (
    <LoadState query={query} skeleton={<SkeletonRows count={4} label={t('loading')} />}>
      {({ pages }) => {
        const groups = groupByJournal(pages.flatMap((page) => page.entries));
        if (groups.length === 0) {
          return (
            <EmptyState
              action={
                <Link className={buttonClass({ variant: 'ghost', size: 'small' })} href="/record">
                  {t('toRecords')}
                </Link>
              }
              text={t('unknownText')}
              title={t('unknown')}
            />
          );
        }
        return (
          <div className="grid grid-cols-1 gap-2.5">
            <p className="text-ink-2 text-small">{t('reference', { reference })}</p>
            {CONVERT_REFERENCE.test(reference) ? <ConversionFacts reference={reference} /> : null}
            {depositId === undefined ? null : <DepositFacts id={depositId} />}
            {wireId === undefined ? null : <WireFacts id={wireId} />}
            {withdrawalId === undefined ? null : <WithdrawalFacts id={withdrawalId} />}
            <LoadNewer query={query} />
            {groups.map((group) => (
              <JournalCard group={group} key={group.journalId} />
            ))}
            <LoadMore query={query} />
            {depositId !== undefined ? (
              <AskSupport about="deposit" id={depositId} />
            ) : withdrawalId !== undefined ? (
              <AskSupport about="withdrawal" id={withdrawalId} />
            ) : orderId !== undefined ? null : (
              <AskSupport about="record" id={groups[0]?.journalId ?? ''} />
            )}
            {orderId === undefined ? null : (
              <Link
                className={buttonClass({ variant: 'ghost' })}
                href={`/orderdetails?id=${orderId}${of === 'perpetual' ? '&type=perpetual' : ''}`}
              >
                {t('toOrder')}
              </Link>
            )}
          </div>
        );
      }}
    </LoadState>
  );
}
