'use client';
import { useTranslations } from 'next-intl';
import { PagedList } from '@/components/layout/paged-list';
import { buttonClass } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Link } from '../ui/link';
import * as optionsApi from '@/lib/api/options';
import { usePaged } from '@/lib/query/use-read';
import { ContractCard } from './contract-card';

/** Settled contracts, newest first, page by page; `limit` shows only the first of them, beside the ticket. */
export function SettledList({ limit }: { limit?: number }) {
  const t = useTranslations('Options');
  const query = usePaged(optionsApi.contracts, { state: 'closed' });
  return (
    <PagedList
      areCards
      empty={
        <EmptyState action={limit === undefined ? <ToTicket /> : undefined} icon="list" text={t('noSettledText')} title={t('noSettled')} />
      }
      limit={limit}
      query={query}
      rowsOf={(page) => page.contracts}
    >
      {(contract) => <ContractCard contract={contract} key={contract.id} />}
    </PagedList>
  );
}

/** The way from an empty list to the ticket. */
export function ToTicket() {
  const t = useTranslations('Layout.menuRows');
  return (
    <Link className={buttonClass({ variant: 'ghost', size: 'small' })} href="/optionOrder">
      {t('seconds')}
    </Link>
  );
}
