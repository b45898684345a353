'use client';
import { useLocale, useTranslations } from 'next-intl';
import Link from 'next/link';
import { memo } from 'react';
import { PagedList } from '@/components/layout/paged-list';
import { CoinBadge } from '@/components/money/coin-badge';
import { directionOf, formatAmount } from '@/components/money/format';
import { LocalTime } from '@/components/money/local-time';
import { buttonLook } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import type { LedgerEntry } from '@/lib/dto/balances';
import type { InputOf } from '@/lib/api/define';
import * as accountApi from '@/lib/api/account';
import { usePaged } from '@/lib/query/use-read';
import { useCodeText } from './use-code-text';

const AFTER = { available: 'after', locked: 'afterHeld', margin: 'afterMargin' } as const;

/** Ledger entries, newest first, page by page; each leads to everything that was booked with it. */
export function RecordList({ filter }: { filter: InputOf<typeof accountApi.records> }) {
  const query = usePaged(accountApi.records, filter);
  return (
    <PagedList empty={<NoRecords />} query={query} rowsOf={(page) => page.entries} skeletonRows={6}>
      {(entry) => <RecordRow entry={entry} key={entry.id} />}
    </PagedList>
  );
}

/** In place of records that there are none of. */
export function NoRecords() {
  const t = useTranslations('Records');
  return (
    <EmptyState
      action={
        <Link className={buttonLook({ variant: 'ghost', size: 'small' })} href="/market">
          {t('toMarket')}
        </Link>
      }
      text={t('emptyText')}
      title={t('empty')}
    />
  );
}

const RecordRow = memo(function RecordRow({ entry }: { entry: LedgerEntry }) {
  const t = useTranslations('Records');
  const locale = useLocale();
  const codeText = useCodeText();
  return (
    <li className="@container border-line border-b">
      <Link
        className="flex min-h-16 items-center gap-3 py-2"
        href={`/recorddetails?ref=${encodeURIComponent(entry.reference)}`}
        prefetch={false}
      >
        <span className="@max-[15rem]:hidden">
          <CoinBadge coin={entry.asset} />
        </span>
        <span className="grid min-w-0 flex-1 @max-[19rem]:grid-cols-1 grid-cols-[minmax(7rem,1fr)_auto] items-start gap-x-3">
          <span className="min-w-0">
            <span className="block hyphens-auto font-strong leading-snug">{codeText(entry.type)}</span>
            <span className="block text-ink-3 text-micro">
              <LocalTime iso={entry.at} locale={locale} />
            </span>
          </span>
          <span className="text-end" suppressHydrationWarning>
            <span className={`block font-strong leading-snug ${directionOf(entry.amount) > 0 ? 'text-up' : ''}`}>
              {formatAmount(entry.amount, { locale, decimalsMax: 8, sign: 'always' })} {entry.asset}
            </span>
            <span className="block text-ink-3 text-micro">
              {t(AFTER[entry.part], { balance: formatAmount(entry.balance, { locale, decimalsMax: 8 }) })}
            </span>
          </span>
        </span>
      </Link>
    </li>
  );
});
