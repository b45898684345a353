'use client';
import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import type { Loadable } from '@/components/layout/load-state';
import type { PagedQuery } from '@/components/layout/load-more';
import { PagedList } from '@/components/layout/paged-list';
import { Amount } from '@/components/money/amount';
import { CoinBadge } from '@/components/money/coin-badge';
import { RecordLink } from '@/components/money/record-link';
import { CopyButton } from '@/components/ui/copy-button';
import { EmptyState } from '@/components/ui/empty-state';

/** Confirmations come block by block and are no event of the account: while something waits for some, a list is read again this often. */
export const LOOK_MS = 3_000;
const DECIMALS_MAX = 18;

type ListProps<Page, Row> = {
  query: Loadable<{ pages: readonly Page[] }> & PagedQuery;
  texts: Record<'title' | 'empty' | 'emptyText', string>;
  rowsOf: (page: Page) => readonly Row[];
  children: (row: Row) => ReactNode;
};

/** What came in or went out over a network, newest first. */
export function MoneyList<Page, Row>({ query, texts, rowsOf, children }: ListProps<Page, Row>) {
  return (
    <section className="grid grid-cols-1 gap-1">
      <h2 className="text-title">{texts.title}</h2>
      <PagedList empty={<EmptyState icon="wallet" text={texts.emptyText} title={texts.empty} />} query={query} rowsOf={rowsOf}>
        {children}
      </PagedList>
    </section>
  );
}

type RowProps = { coin: string; amount: string; network: string; children: ReactNode };

/** One row: what moved over which network, and below it where it is. */
export function MoneyRow({ coin, amount, network, children }: RowProps) {
  const locale = useLocale();
  return (
    <li className="grid grid-cols-1 gap-2 border-line border-b py-4 last:border-0">
      <div className="flex flex-wrap items-center gap-x-2.5">
        <CoinBadge coin={coin} size="small" />
        <Amount className="font-strong" decimalsMax={DECIMALS_MAX} decimalsMin={0} locale={locale} unit={coin} value={amount} />
        <span className="ms-auto text-ink-2 text-small">{network}</span>
      </div>
      {children}
    </li>
  );
}

/** Leads to what was booked of it. */
export function ToRecord({ reference }: { reference: string }) {
  const t = useTranslations('Deposits');
  return <RecordLink reference={reference}>{t('toRecord')}</RecordLink>;
}

type TransactionProps = { texts: Record<'transaction' | 'explorer', string>; hash: string; explorerUrl: string | null };

/** The hash of a transaction, shortened, with its copy and where anybody sees it. */
export function Transaction({ texts, hash, explorerUrl }: TransactionProps) {
  const common = useTranslations('Common');
  return (
    <div className="flex flex-wrap items-center gap-x-5 text-small">
      <span className="text-ink-2">
        {texts.transaction} <bdi title={hash}>{`${hash.slice(0, 8)}…${hash.slice(-6)}`}</bdi>
      </span>
      <CopyButton copiedLabel={common('copied')} failedLabel={common('copyFailed')} label={common('copy')} text={hash} />
      {explorerUrl === null ? null : (
        <a className="flex min-h-11 items-center text-accent" href={explorerUrl} rel="noreferrer" target="_blank">
          {texts.explorer}
        </a>
      )}
    </div>
  );
}
